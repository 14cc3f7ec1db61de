/** What a person may pause. */
export const chosenScopes = ['all', 'downloadClient', 'indexer', 'library'] as const;
/** `move`: while the programs of a household still run, nothing is grabbed by itself; what clients do goes on. */
export const pauseScopes = [...chosenScopes, 'move'] as const;
export type ChosenScope = (typeof chosenScopes)[number];
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

/** The pause of one thing, or else the one of everything; null if it is not paused. */
export function pauseOf(scope: Exclude<ChosenScope, 'all'>, targetId: string | null, pauses: readonly ActivePause[]): ActivePause | null {
	return pauses.find(each => each.scope === 'all' || (each.scope === scope && each.targetId === targetId)) ?? null;
}

/** A pause with the name of what is paused, such as `Its library`, for messages. */
export interface NamedPause extends Pick<Pause, 'until'> {
	what: string;
}

/** Why no task searches or grabs a title of this library by itself; null if nothing is paused. */
export function pauseOfTitle(libraryId: string | null, pauses: readonly ActivePause[]): NamedPause | null {
	const found = pauseOf('library', libraryId, pauses);
	return found ? {what: found.scope === 'all' ? 'Everything' : 'Its library', until: found.until} : pauseOfMove(pauses);
}

/** Two programs would both grab, so ours waits until the other one is taken over. */
export function pauseOfMove(pauses: readonly ActivePause[]): NamedPause | null {
	const found = pauses.find(({scope}) => scope === 'move');
	return found ? {what: 'What is grabbed by itself', until: found.until} : null;
}

/** The sentence that says until when it is paused. */
export function pausedText(what: string, {until}: Pick<Pause, 'until'>): string {
	return `${what} is paused ${until === null ? 'until somebody resumes it' : `until ${until.toISOString().slice(0, 16).replace('T', ' ')} UTC`}.`;
}
