"""The running program: command line, referee, event log and scoreboard page."""
