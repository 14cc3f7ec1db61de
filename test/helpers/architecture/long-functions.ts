interface Span {
	first: number;
	last: number;
}

const opening = /^(\t*)(?!.*\b(?:if|for|while|switch|catch|else|try|interface|class)\b.*\{$).*(?:\bfunction\b.*|=>|\)(?:: .*)?) \{$/;

/**
 * Functions with more than `maxLines` lines of their own. Relies on the formatter, which indents the end of a function like
 * its beginning.
 */
export function longFunctions(source: string, maxLines: number): {line: number; lines: number}[] {
	const lines = source.split('\n');
	const spans = lines.flatMap((line, first): Span[] => {
		const indentation = opening.exec(line)?.[1];
		const last = indentation === undefined ? -1 : lines.findIndex((each, at) => at > first && each.startsWith(`${indentation}}`));
		return last < 0 ? [] : [{first, last}];
	});
	return spans.map(span => ({line: span.first + 1, lines: ownLines(span, spans)})).filter(({lines: own}) => own > maxLines);
}

function ownLines({first, last}: Span, spans: readonly Span[]): number {
	const within = spans.filter(each => each.first > first && each.last < last);
	const foreign = new Set(
		within.flatMap(each => Array.from({length: each.last - each.first - 1}, (_none, index) => each.first + 1 + index)),
	);
	return last - first + 1 - foreign.size;
}
