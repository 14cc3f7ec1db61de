const minute = 60_000;
const hour = 60 * minute;

/** How long an indexer rests after its first, second, third … failure in a row. */
const rests = [0, minute, 5 * minute, 15 * minute, 30 * minute, hour, 3 * hour, 6 * hour, 12 * hour, 24 * hour];
/** After a start the network may not be up yet: nobody is punished for long then. */
const startUp = {lasts: 15 * minute, longestRest: 5 * minute};

export interface Standing {
	/** How far up the rests it is; 0 is in good standing. */
	level: number;
	disabledUntil: Date | null;
}

export interface Moment {
	now: Date;
	/** When this process began. */
	startedAt: Date;
}

/** One step down; what rests no longer is asked again at once. */
export function afterSuccess({level}: Standing): Standing {
	return {level: Math.max(level - 1, 0), disabledUntil: null};
}

/** One step up, at most to a day. */
export function afterFailure({level}: Standing, {now, startedAt}: Moment): Standing {
	const next = Math.min(level + 1, rests.length);
	const rest = rests[next - 1] ?? 0;
	const isStartUp = now.getTime() - startedAt.getTime() < startUp.lasts;
	const allowed = isStartUp ? Math.min(rest, startUp.longestRest) : rest;
	return {level: next, disabledUntil: allowed === 0 ? null : new Date(now.getTime() + allowed)};
}

/** A limit is no fault: it rests as long as the site wishes and climbs no step. */
export function afterLimit({level}: Standing, retryAfterSeconds: number, now: Date): Standing {
	return {level, disabledUntil: new Date(now.getTime() + retryAfterSeconds * 1000)};
}
