internal import ArgumentParser

struct SyncGroup: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sync",
        abstract: "Let several computers agree on favourites, titles, albums and deletions, through a shared folder.",
        discussion: """
            photos sync init ~/Syncthing/Photos.registry --name Laptop    makes the shared registry, and prints its key
            photos sync join ~/Syncthing/Photos.registry --name Desktop   on another computer; asks for the key
            photos sync                                                   exchanges now what is new
            photos sync status                                            says what the devices know of each other
            photos sync conflicts                                         lists what was set differently on two devices
            photos sync review                                            lists the deletions that wait for a decision
            photos sync accept                                            agrees to them
            photos sync undo                                              keeps these photos, on all devices
            photos sync key                                               prints the key again
            photos sync leave                                             leaves the registry; everything stays

            A program like Syncthing, Nextcloud or Dropbox, or a USB stick, brings the folder of the registry to the other \
            computers. The folder has no photos: import them on each computer, or join with --taking everything, and they come \
            from a store that the computers share. Every command of “photos” exchanges what is new when it ends; only \
            “photos sync” imports photos.
            """,
        subcommands: [
            SyncNowCommand.self, SyncInitCommand.self, SyncJoinCommand.self, SyncStatusCommand.self,
            SyncConflictsCommand.self, SyncReviewCommand.self, SyncAcceptCommand.self, SyncUndoCommand.self,
            SyncKeyCommand.self,
            SyncLeaveCommand.self,
        ], defaultSubcommand: SyncNowCommand.self)
}
