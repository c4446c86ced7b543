// `UIImage`, `UIViewController`, `UIView`, `UIResponder`, `UITouch` and `UIEvent` are those of PhotosCompat, whose own
// functions need them.
@_exported public import PhotosCompat
