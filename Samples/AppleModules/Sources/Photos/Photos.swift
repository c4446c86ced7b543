// Also `UTType`: a module `UniformTypeIdentifiers` would change what `canImport` says in other packages.
@_exported public import PhotosCompat
