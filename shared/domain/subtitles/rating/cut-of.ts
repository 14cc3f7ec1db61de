/** Words of editions that are longer, shorter or otherwise arranged than the film that was in the cinemas. */
const cuts: readonly (readonly [cut: string, pattern: RegExp])[] = [
	['extended', /extended|\blong\b/i],
	['director', /director/i],
	['producer', /producer/i],
	['final', /final/i],
	['unrated', /unrated|uncut|uncensored/i],
	['ultimate', /ultimate/i],
	['special', /special/i],
	['assembly', /assembly/i],
	['alternative', /alternat|recut|rogue|redux|roadshow|integral|despecialized|fan[-._ ]?edit|workprint|preview/i],
	['international', /international|television|\btv\b/i],
	['joined', /[234]in1/i],
];

/**
 * What an edition says about the length of the film, always in the same words; empty when it says nothing, as
 * `Remastered`, `IMAX` and `Theatrical` do.
 */
export function cutOf(edition: string | null): string {
	return edition === null
		? ''
		: cuts
				.filter(([, pattern]) => pattern.test(edition))
				.map(([cut]) => cut)
				.join(' ');
}
