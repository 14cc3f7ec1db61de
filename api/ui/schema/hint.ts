import {withTasks} from '../parts/text.ts';
import {labelOf} from './names.ts';
import {settingTitles} from './setting-words.ts';

/** A field or setting that a description names as programs do. */
const named = /`(?:[a-z]+[A-Za-z]*\.)?([a-z]+[A-Z][A-Za-z]*)`|\b(?:[a-z]+[A-Za-z]*\.)?(?!qBittorrent|rTorrent)([a-z]{2,}[A-Z][A-Za-z]*)\b/g;

/** A description with the names that people see. */
export const withLabels = (text: string) =>
	withTasks(text.replaceAll(named, (all, quoted, plain) => `“${settingTitles[all.replaceAll('`', '')] ?? labelOf(quoted ?? plain)}”`));

/** What concerns programs only: how replies show a value, how queries use it, and what every form says anyway. */
const forPrograms =
	/\bstars\b|\basterisks\b|\bin a query\b|\breplies\b|^must be (?:empty or a path that|more than white space|text without control characters|visible ASCII)/i;

/** What a form says better, or not at all. */
const better: Readonly<Record<string, string>> = {
	'Name shown in lists and logs.': '',
	'Kind of program or protocol.': '',
	'Language code, such as en or pt-br.': '',
	'Language code, such as en.': '',
	'If false, it is stored but not used.': 'Untick to keep it without using it.',
};

/** A description for people who fill in a form. */
export function hintOf(description: string | undefined) {
	const known = better[description ?? ''];
	if (known !== undefined) {
		return known;
	}
	const plain = withLabels(description ?? '')
		.replaceAll('`', '')
		.replaceAll(/\bnull\b/g, 'empty')
		.replaceAll(/\bNull\b/g, 'Empty');
	const sentences = plain.split(/(?<=\.) (?=[A-Z])/).filter(each => each && !forPrograms.test(each));
	const text = sentences
		.map(each =>
			each
				.replace(/^Whether /, '')
				.replace(/; otherwise /, '; if not ticked, ')
				.replace(/^(?:False: |If false, )/, 'If not ticked, ')
				.replace(/ if omitted\b/, ' if nothing is chosen'),
		)
		.join(' ')
		.replace(/^Ids? of (?:an? )?[^;.]*[;.]?\s*/, '');
	return text && text.charAt(0).toUpperCase() + text.slice(1) + (/[.!?)]$/.test(text) ? '' : '.');
}

/** What each description of a name or tick box says anyway. */
const empty = /^(?:names?|whether|shown|written|this|that|which|what|with|from)$/;

/** Whether a hint says nothing beyond its label, as “File name of a movie” below “Movie file”. */
export function repeats(label: string, hint: string) {
	const wordsOf = (text: string) => text.toLowerCase().match(/\p{L}{4,}/gu) ?? [];
	const known = wordsOf(label).map(each => each.slice(0, 4));
	return wordsOf(hint)
		.filter(each => !empty.test(each))
		.every(each => known.includes(each.slice(0, 4)));
}
