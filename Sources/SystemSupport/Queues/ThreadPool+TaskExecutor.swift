/// A task that prefers a pool runs on its threads, so that its synchronous calls may wait.
extension ThreadPool: TaskExecutor {
    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        run { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
