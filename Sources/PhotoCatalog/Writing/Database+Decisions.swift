internal import Foundation
internal import GRDB
internal import PhotoModel

extension Database {
    /// Stores decisions.
    ///
    /// A decision replaces an earlier one about the same contents, but never a later one.
    ///
    /// - Parameter replacesLater: Whether it replaces a later one too, because other clocks gave the dates.
    /// - Returns: The number of decisions that were new.
    /// - Throws: `invalidIdentifier` if a content does not have 16 bytes.
    func insertDecisions(_ decisions: [Decision], replacingLater replacesLater: Bool = false, now: Date) throws -> Int {
        try decisions.count { decision in
            // A shorter content would be the prefix of many.
            guard decision.contents.allSatisfy({ $0.count == 16 }) else {
                throw PhotoLibraryError(
                    .invalidIdentifier, "A decision is about two contents of 16 bytes; this one is damaged.")
            }
            let isKnown = try Bool.fetchOne(
                cachedStatement(
                    sql: """
                        SELECT EXISTS (SELECT 1 FROM decision WHERE first = ? AND second = ? AND deletedDate IS NULL)
                        """),
                arguments: [Data(decision.contents[0]), Data(decision.contents[1])])
            try cachedStatement(
                sql: """
                    INSERT INTO decision VALUES (?1, ?2, ?3, ?4, NULL) ON CONFLICT (first, second) DO UPDATE
                    SET isSame = excluded.isSame, date = excluded.date, deletedDate = NULL
                    WHERE deletedDate IS NOT NULL OR excluded.date > date OR ?5 AND excluded.date < date
                        OR excluded.date = date AND excluded.isSame <> isSame
                    """
            ).execute(arguments: [
                Data(decision.contents[0]), Data(decision.contents[1]), decision.isSame,
                decision.date.timeIntervalSince1970, replacesLater,
            ])
            guard changesCount > 0 else { return false }
            try setDecisionRegister(decision.contents)
            try insertChange(isKnown == true ? .update : .insert, decision.identifier, of: .decision, now: now)
            return true
        }
    }

    /// Deletes the decision about two contents; returns whether there was one.
    func deleteDecision(about one: [UInt8], _ other: [UInt8], now: Date) throws -> Bool {
        let pair = Decision(one, other, isSame: true, date: now)
        try execute(
            sql: "UPDATE decision SET deletedDate = ? WHERE first = ? AND second = ? AND deletedDate IS NULL",
            arguments: [now.timeIntervalSince1970, Data(pair.contents[0]), Data(pair.contents[1])])
        guard changesCount > 0 else { return false }
        try setDecisionRegister(pair.contents)
        try insertChange(.delete, pair.identifier, of: .decision, now: now)
        return true
    }
}
