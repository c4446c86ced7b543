internal import Foundation
internal import PhotoModel
internal import Synchronization
internal import SystemSupport

/// One representation of an item: its type, and how its bytes are loaded.
struct ItemRepresentation: Sendable {
    let type: TypeIdentifier
    /// Loads the bytes into memory.
    let data: @Sendable (Progress) async throws -> Data
    /// Writes the bytes to a new file in the folder, and returns its path.
    let file: @Sendable (PrivateFolder, Progress) async throws -> URL
    /// Finds the file that may be opened in place; `nil` if the representation has none.
    var original: (@Sendable (Progress) async throws -> URL)?
    /// Whether a ``UIImage`` can be made of the bytes of a picture.
    var isImage = true
    /// Whether ``file`` is the form in which the bytes come, and not a copy of ``data``.
    var isFile = false
    /// The size in bytes, if it is known before the bytes are loaded.
    var byteCount: Int?
}

extension ItemRepresentation {
    /// A representation by bytes that an app provides.
    ///
    /// - Parameter load: Takes a function that takes the bytes or an error, and returns its progress.
    init(
        type: TypeIdentifier,
        data load: @escaping @Sendable (@escaping @Sendable (Data?, (any Error)?) -> Void) -> Progress?
    ) {
        let data = { @Sendable (progress: Progress) in
            try await answer(progress) { answer in load { answer($0, $1) } }
        }
        self.init(
            type: type, data: data,
            file: { folder, progress in
                let bytes = try await data(progress)
                return try await blocking {
                    let file = folder.url(for: type)
                    try bytes.write(to: file)
                    return file
                }
            })
    }

    /// A representation by a file that an app provides.
    ///
    /// - Parameter load: Takes a function that takes the file or an error, and returns its progress.
    init(
        type: TypeIdentifier, fileOptions: NSItemProviderFileOptions,
        file load: @escaping @Sendable (@escaping @Sendable (URL?, Bool, (any Error)?) -> Void) -> Progress?
    ) {
        let original = { @Sendable (progress: Progress) in
            try await answer(progress) { answer in load { url, _, error in answer(url, error) } }
        }
        self.init(
            type: type,
            data: { progress in
                let file = try await original(progress)
                return try await blocking { try Data(contentsOf: file) }
            },
            file: { folder, progress in
                let file = try await original(progress)
                return try await blocking {
                    let copy = folder.url(for: type, originalName: file.lastPathComponent)
                    try FileManager.default.copyItem(at: file, to: copy)
                    return copy
                }
            },
            original: fileOptions.contains(.openInPlace) ? original : nil, isFile: true)
    }
}

/// Waits for the answer of an app's load handler.
///
/// The handler's progress becomes a part of `progress`, so that it is cancelled with it, and is completed by an answer
/// with a value.
///
/// - Throws: The app's error; an error if the app gives no value or releases the function without calling it;
///   `CancellationError`.
private func answer<Value: Sendable>(
    _ progress: Progress, _ load: @Sendable (@escaping @Sendable (Value?, (any Error)?) -> Void) -> Progress?
) async throws -> Value {
    let pending = PendingAnswer<Value>()
    let part = Mutex<Progress?>(nil)
    let value = try await withTaskCancellationHandler {
        try await withCheckedThrowingContinuation { continuation in
            let apps = AppsAnswer(pending)
            let found = load { apps.give($0, $1) }
            if let found { progress.addChild(found, withPendingUnitCount: progress.totalUnitCount) }
            part.withLock { $0 = found }
            pending.wait(continuation)
        }
    } onCancel: {
        pending.end(.failure(CancellationError()))
    }
    // Otherwise Foundation on Linux adds the part's fraction to that of the whole.
    if let part = part.withLock({ $0 }), !part.isFinished {
        part.totalUnitCount = max(1, part.totalUnitCount)
        part.completedUnitCount = part.totalUnitCount
    }
    return value
}
