// The values in this module's public signatures, so that its users import one module.
@_exported public import AssetLoading
@_exported public import DecoderProcess
@_exported public import LibraryMaintenance
@_exported public import LibraryStorage
@_exported public import PhotoExport
@_exported public import PhotoIngest
@_exported public import PhotoInspection
@_exported public import PhotoMatching
@_exported public import PhotoModel

@_exported public import enum CandidateIndex.SearchIndexCondition
@_exported public import struct PerceptualHashing.PDQHash
@_exported public import struct SystemPackage.FilePath
