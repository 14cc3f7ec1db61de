const reversed = /\d{2,3}E-?\d{2}S[ ._-](?<=(?:^|[ ._-])\d{2,3}E-?\d{2}S.)|[ ._-]p0(?:27|801)[ ._-]/;

/** Some posters write the whole name backwards: `50E50S.denorD` is `Droned.S05E05`. */
export function readForwards(name: string): string {
	return reversed.test(name) ? [...name].reverse().join('') : name;
}
