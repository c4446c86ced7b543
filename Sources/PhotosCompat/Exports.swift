@_exported public import Foundation

// Re-exported, as `import Photos` does on Apple's systems.
@_exported public import class AssetLoading.ByteProgress
@_exported public import struct AssetLoading.ProgressChanges
@_exported public import struct AssetLoading.ProgressSnapshot
