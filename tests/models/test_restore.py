"""A network taken back out of its ONNX file answers as the file does."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="the workshop's extra is not installed")
pytest.importorskip("onnx", reason="the workshop's extra is not installed")

WEIGHTS = Path(__file__).parents[2] / "models" / "weights"


def test_restored_reader_answers_as_its_export() -> None:
    from models.reader_net import IndexReaderNet
    from models.restore import restore_reader
    from vision.runtime import OnnxRuntimeSession

    path = WEIGHTS / "index_reader.onnx"
    crops = torch.rand(64, 3, 64, 64, generator=torch.Generator().manual_seed(3))
    net = IndexReaderNet()
    assert restore_reader(net, path, crops) == 7
    expected = OnnxRuntimeSession(path).run(crops.numpy())
    with torch.no_grad():
        for out, want in zip(net.eval()(crops), expected, strict=True):
            np.testing.assert_allclose(out.numpy(), want, atol=1e-4)
        # and in training mode, on the crops that set up the norms, the features hardly move
        net.features.train()
        trained = net(crops)[0].numpy()
    assert np.abs(trained - expected[0]).max() < 0.05


def test_restored_detector_answers_as_its_export() -> None:
    from models.index_pose import ARCHITECTURE, IndexPoseModel
    from models.restore import restore_detector
    from vision.runtime import OnnxRuntimeSession

    path = WEIGHTS / "index_detector.onnx"
    pictures = torch.rand(4, 3, 160, 160, generator=torch.Generator().manual_seed(3))
    model = IndexPoseModel(str(ARCHITECTURE), nc=1, ch=3, data_kpt_shape=[2, 3], verbose=False)
    restore_detector(model, path, pictures)
    expected = OnnxRuntimeSession(path).run(pictures[:1].numpy())[0]
    with torch.no_grad():
        found = model.eval()(pictures[:1])[0].numpy()
    np.testing.assert_allclose(found[:, 4], expected[:, 4], atol=1e-3)
    np.testing.assert_allclose(found[:, :4], expected[:, :4], atol=0.05)


def test_a_file_of_another_network_is_refused() -> None:
    from models.reader_net import IndexReaderNet
    from models.restore import restore_reader

    with pytest.raises(ValueError, match="another network"):
        restore_reader(IndexReaderNet(), WEIGHTS / "index_detector.onnx", torch.rand(4, 3, 64, 64))
    with pytest.raises(FileNotFoundError, match="missing"):
        restore_reader(IndexReaderNet(), WEIGHTS / "nothing.onnx", torch.rand(4, 3, 64, 64))
