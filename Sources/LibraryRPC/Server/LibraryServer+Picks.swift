internal import LibraryInterface
internal import MessageTransport
internal import Originals
internal import PhotoModel
internal import Synchronization

// Selections on pages.
extension LibraryServer {
    func answerPick(_ request: LibraryRequest) throws -> Message {
        switch request {
        case .beginPick(let configuration):
            let pick = try OpenPick(Reservation(1, of: quotas.picks)) {
                try service.beginPick(configuration, onChange: onPickChange)
            }
            return Self.success(state.withLock { $0.add(pick, to: \.picks) })
        case .pickState(let number):
            var state = try pick(number).state()
            if case .failed(let error) = state.phase { state.phase = .failed(shown(error)) }
            return Self.success(state)
        case .pickedAssets(let revision, let from, let count, let number):
            try Self.checkCount(count)
            return Self.success(try pick(number).assets(of: revision, from: from, count: count))
        case .changePick(let change, let number):
            try pick(number).change(change)
            return Self.success(true)
        case .cancelPick(let number):
            try pick(number).cancel()
            return Self.success(true)
        case .openPicked(let resource, let range, let policy, let number):
            let pick = try pick(number)
            let file = try OpenFile(resource, isPicked: true, Reservation(1, of: quotas.files)) {
                try pick.open(resource, range, policy)
            }
            return Self.success(
                OpenedResource(
                    file: state.withLock { $0.add(file, to: \.files) }, length: file.length,
                    isImported: file.isImported))
        case .endPick(let number):
            state.withLock { $0.picks.removeValue(forKey: number) }?.session.cancel()
            return Self.success(true)
        default: throw PhotoLibraryError(.internalError, "This request is not about a selection.")
        }
    }

    private func pick(_ number: Int) throws -> any PickSession {
        guard let pick = state.withLock({ $0.picks[number] }) else {
            throw PhotoLibraryError(.libraryUnavailable, "This selection has ended.")
        }
        return pick.session
    }
}
