export const pauseScopes = ['all', 'downloadClient', 'indexer', 'library'] as const;
export type PauseScope = (typeof pauseScopes)[number];

/** What a person has stopped for a while. */
export interface Pause {
	/** The scope, and for one thing a colon and its id. */
	id: string;
	scope: PauseScope;
	/** Null for everything. */
	targetId: string | null;
	/** When it ends by itself; null for never. */
	until: Date | null;
	/** Who paused it. */
	pausedBy: string | null;
	createdAt: Date;
	updatedAt: Date;
}

export function pauseId(scope: PauseScope, targetId: string | null): string {
	return targetId === null ? scope : `${scope}:${targetId}`;
}

export type ActivePause = Pick<Pause, 'scope' | 'targetId' | 'until'>;

/** The pause of a thing itself, or that of everything; null for what goes on. */
export function pauseOf(scope: Exclude<PauseScope, 'all'>, targetId: string | null, pauses: readonly ActivePause[]): ActivePause | null {
	return pauses.find(each => each.scope === 'all' || (each.scope === scope && each.targetId === targetId)) ?? null;
}

/** A pause with what it is of, such as `Its library`, as people are told. */
export interface NamedPause extends Pick<Pause, 'until'> {
	what: string;
}

/** Why no task searches or grabs a title of this library by itself; null if nothing is paused. */
export function pauseOfTitle(libraryId: string | null, pauses: readonly ActivePause[]): NamedPause | null {
	const found = pauseOf('library', libraryId, pauses);
	return found && {what: found.scope === 'all' ? 'Everything' : 'Its library', until: found.until};
}

/** For people: until when it is. */
export function pausedText(what: string, {until}: Pick<Pause, 'until'>): string {
	return `${what} is paused ${until === null ? 'until somebody resumes it' : `until ${until.toISOString().slice(0, 16).replace('T', ' ')} UTC`}.`;
}
