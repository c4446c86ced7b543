// An owner's program imports this module only.
@_exported public import OpenPhotoKit

@_exported public import enum CandidateIndex.SearchIndexCondition
// The types in this module's public signatures.
@_exported public import struct DecoderProcess.DecoderRemark
@_exported public import enum DecoderProcess.DecoderWorker
@_exported public import enum DecoderProcess.DecodingMode
@_exported public import struct DecoderProcess.JailConfiguration
@_exported public import enum LibraryMaintenance.CatalogCopyCondition
@_exported public import struct LibraryMaintenance.HealedFile
@_exported public import struct LibraryMaintenance.RepairExamination
@_exported public import struct LibraryMaintenance.RepairSummary
@_exported public import struct LibraryMaintenance.SafeFile
@_exported public import class LibraryMaintenance.SafeReceipt
@_exported public import struct LibraryMaintenance.SafeSummary
@_exported public import struct LibraryMaintenance.VerifyRequest
@_exported public import struct LibraryMaintenance.VerifySummary
@_exported public import enum LibraryStorage.ReadingConcurrency
@_exported public import struct LibraryStorage.VerifiedFile
@_exported public import struct PhotoExport.ExportLayout
@_exported public import struct PhotoExport.ExportOptions
@_exported public import struct PhotoExport.ExportSummary
@_exported public import struct PhotoExport.ExportedItem
@_exported public import struct PhotoIngest.ImportItem
@_exported public import struct PhotoIngest.ImportRequest
@_exported public import struct PhotoIngest.ImportSummary
@_exported public import enum PhotoIngest.ImportWarning
@_exported public import enum PhotoIngest.KeptSource
@_exported public import struct PhotoIngest.RepairedFile
@_exported public import struct PhotoIngest.SourceLibrary
@_exported public import struct PhotoInspection.PathFilter
@_exported public import struct PhotoInspection.PhotoAnalysis
@_exported public import struct PhotoInspection.PhotoInspector
@_exported public import enum PhotoInspection.SourceLibraryKind
@_exported public import struct PhotoMatching.DuplicateGroup
@_exported public import enum PhotoMatching.KeepReason
@_exported public import struct PhotoModel.AccessOptions
@_exported public import struct PhotoModel.Decision
@_exported public import struct PhotoModel.DuplicatePlan
@_exported public import struct PhotoModel.FileIdentity
@_exported public import enum PhotoModel.LibraryAccess
@_exported public import struct PhotoModel.LibrarySubset
@_exported public import struct PhotoModel.RecentlyDeleted
@_exported public import struct PhotoModel.RememberedReference
@_exported public import enum PhotoModel.RepairLoss
