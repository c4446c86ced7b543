// Re-exported, as `import Photos` does on Apple's systems.
@_exported public import Foundation
