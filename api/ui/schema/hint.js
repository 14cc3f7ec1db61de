/** What concerns programs only: how replies show a value, how queries use it, and what every form says anyway. */
const forPrograms = /\bstars\b|\bin a query\b|\breplies\b|^must be more than white space/i;

/**
 * A description for people who fill in a form.
 * @param {string | undefined} description
 */
export function hintOf(description) {
	const plain = (description ?? '').replaceAll('`', '').replaceAll(/\bnull\b/gi, 'empty');
	const sentences = plain.split(/(?<=\.) (?=[A-Z])/).filter(each => each && !forPrograms.test(each));
	const text = sentences
		.map(each => each.replace(/^False: /, 'If not ticked, '))
		.join(' ')
		.replace(/^Ids? of (?:an? )?[^;.]*[;.]?\s*/, '');
	return text && text.charAt(0).toUpperCase() + text.slice(1) + (/[.!?)]$/.test(text) ? '' : '.');
}
