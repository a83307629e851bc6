"""Boxes of detectors: intersection over union, and non-maximum suppression, of rotated boxes in the plane and of boxes with a height.

=============  =========  ==================================================================================================
``format``     rows       meaning
=============  =========  ==================================================================================================
``xyxy``       (n, 4)     x and y of the lower corner, x and y of the upper one
``cxcywh``     (n, 4)     centre, width, height
``cxcywhr``    (n, 5)     centre, width, height, angle
``xywhr``      (n, 5)     the same; the name that Ultralytics gives it (torchvision's XYWHR has a corner in place of the centre)
``corners``    (n, 4, 2)  four corners in turn, of either winding, of any convex quadrilateral
``xyzlwhr``    (n, 7)     centre, length, width, height, yaw: the boxes of OpenPCDet; mmdet3d's after `from_mmdet3d`
=============  =========  ==================================================================================================

Angles are radians, or degrees with ``degrees=True``. A positive one turns the x axis towards the y axis: in an image, whose y axis
points down, clockwise as one sees it. Detectors that count counter-clockwise there (detectron2, torchvision) have the other sign.

::

    y axis up (a map)              y axis down (an image)

        ^ y                            +---> x
        |    /  angle > 0              | \\
        |  /                           |   \\  angle > 0
        +---> x                        v y

Arrays are NumPy's, or those of other packages that have DLPack or ``__array__``, in the memory of the CPU; results are NumPy's,
which those packages take (``torch.from_dlpack(iou(...))``). Boxes without width, length or height have IoU 0 with all others and
are kept by `nms`. What is not finite, or of negative size, is refused with the index of the box.
"""

from ._converters import from_kitti, from_mmdet3d, from_nuscenes
from ._iou import BoxPairs, iou
from ._nms import nms, nms3d, nms_bev
from ._volumes import iou3d, iou_bev

__all__ = [
    "BoxPairs",
    "from_kitti",
    "from_mmdet3d",
    "from_nuscenes",
    "iou",
    "iou3d",
    "iou_bev",
    "nms",
    "nms3d",
    "nms_bev",
]
