const alsoKnownAs = /[ ._]?[([]?(?<![a-z])(?:aka|a\.k\.a\.?)(?![a-z])[ ._]+|[ ._]\/[ ._]/i;
/** One look that nearly every title fails. */
const mayHaveMore = /[/|]|a\.?k\.?a/i;
const slash = /(?<=[^\d\s]\s?)[ )\]][/|](?=[ ([])/;

/** The parts of `One AKA Two` and `One / Two`; a title without either is its only part. */
export function splitAlternatives(title: string): string[] {
	if (!mayHaveMore.test(title) || (!alsoKnownAs.test(title) && !slash.test(title))) {
		return [title];
	}
	return title
		.split(alsoKnownAs)
		.flatMap(part => part.split(slash))
		.map(part => part.replace(/[\s)\]]+$/, ''))
		.filter(part => part.trim() !== '');
}
