// Exports the values in this module's public signatures, so that a user imports one module.
@_exported public import PhotoModel
