"""The rules: standard library only. Knows cards as text codes, no pixels."""
