/**
 * How long requests wait for what may be slow or away, in milliseconds. Tests of anything else hand in long ones,
 * because a busy machine is no outage.
 */
export interface WaitLimits {
	/** For an answer of Redis to one call. */
	redisMs: number;
	/** For a connection to Redis. */
	redisConnectMs: number;
	/** For the answer of MongoDB or Redis to the question whether it is well. */
	serverMs: number;
	/** For a turn of a caller with a key that nobody remembers. */
	unknownKeyMs: number;
	/** For counting a request that could do without Redis: a Redis that hangs must not delay a list. */
	countMs: number;
	/** For the first subscription to the stream of a client. */
	subscriptionMs: number;
	/** For a picture. A browser has six connections, which its requests for data need too. */
	imageMs: number;
	/** For reading the folder of the backups, which may be on a disk that hangs. */
	backupsMs: number;
	/** For the answer of another machine about its disks. */
	machineMs: number;
	/** A job that is asked has at least so long, even if its route allows less. */
	leastAskMs: number;
	/** For a worker to begin the check of a saved connection, and for its outcome. */
	savedCheck: {beginMs: number; outcomeMs: number};
	disks: DiskLimits;
}

/** How long a request waits for the disks pool, in milliseconds. */
export interface DiskLimits {
	/** For answers that the request cannot do without. */
	answerMs: number;
	/** For the one check of what a person wants to use; longer than a disk may take for it. */
	checkMs: number;
	/** For answers that are only displayed. */
	showMs: number;
	/** For counting the videos of a library, which is only an estimate. */
	countMs: number;
	/** For a newer answer while a remembered one could be shown instead. */
	renewMs: number;
}

export const usualWaits: WaitLimits = {
	redisMs: 1500,
	redisConnectMs: 2000,
	serverMs: 1900,
	unknownKeyMs: 10_000,
	countMs: 250,
	subscriptionMs: 1000,
	imageMs: 3000,
	backupsMs: 5000,
	machineMs: 8000,
	leastAskMs: 0,
	savedCheck: {beginMs: 250, outcomeMs: 3000},
	// The worker itself allows a disk three seconds.
	disks: {answerMs: 5000, checkMs: 15_000, showMs: 1500, countMs: 2000, renewMs: 300},
};
