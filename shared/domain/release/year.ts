/** Chinese titles have the year attached: `标题1983`. */
const trailingYear = /^(.*[^ ._([-])(?:[ ._([-]+|(?<=[\u3400-\u9fff])(?=19|20[0-2]))((?:19|20)\d\d)[\])]?$/s;

const mayHaveYear = /\d\d[\])]?$/;

interface DatedTitle {
	withoutYear: string;
	year: number | null;
}

/** Splits `Title (2010)` and `Title 2010`; a title that is only a number keeps it. */
export function splitYear(title: string): DatedTitle {
	const found = mayHaveYear.test(title) ? trailingYear.exec(title) : null;
	return found ? {withoutYear: found[1]!, year: Number(found[2])} : {withoutYear: title, year: null};
}
