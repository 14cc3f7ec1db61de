import type {Gathered} from './page-marks.ts';
import type {Tag} from './read-tag.ts';

/** Kinds of `<input>` that ask nothing of a visitor's keyboard. */
const silent = new Set(['hidden', 'button', 'submit', 'reset', 'image', 'checkbox', 'radio', 'range', 'color', 'file']);
/** Where captchas put what they have found out; never filled in by hand. */
const answerField = /-response$|_response$/;

/** More than any challenge loads; each is compared with every row of the tables. */
const maxSources = 500;

/** Adds what this tag tells. */
export function gatherTag(marks: Gathered, {name, attributes}: Tag): void {
	if (attributes.size === 0 && name !== 'input' && name !== 'textarea') {
		return;
	}
	const of = (attribute: string) => attributes.get(attribute)?.trim().toLowerCase() ?? '';
	gatherField(marks, name, of);
	if (name === 'meta' && of('http-equiv') === 'refresh') {
		marks.refreshes.add(of('content'));
	}
	if (of('id')) {
		marks.ids.add(of('id'));
	}
	// A captcha without a face asks nothing of anybody.
	if (of('data-size') === 'invisible' || of('src').includes('size=invisible')) {
		return;
	}
	if (of('class')) {
		for (const each of of('class').split(/\s+/)) {
			marks.classes.add(each);
		}
	}
	if (of('src') && marks.sources.size < maxSources) {
		marks.sources.add(of('src'));
	}
}

function gatherField(marks: Gathered, name: string, of: (attribute: string) => string): void {
	if (name !== 'input' && name !== 'textarea') {
		return;
	}
	if (of('name')) {
		marks.fields.add(of('name'));
	}
	const isAnswer = answerField.test(of('name')) || answerField.test(of('id'));
	marks.hasPassword ||= name === 'input' && of('type') === 'password';
	marks.hasFields ||= !isAnswer && (name === 'textarea' || !silent.has(of('type')));
}
