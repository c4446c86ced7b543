// The values in this module's public signatures, so that its users import one module.
@_exported public import PhotoModel
