import type {Gathered} from './page-marks.ts';
import type {Tag} from './read-tag.ts';

/** Types of `<input>` that do not ask the visitor to type. */
const silent = new Set(['hidden', 'button', 'submit', 'reset', 'image', 'checkbox', 'radio', 'range', 'color', 'file']);
/** Fields where captchas store their answers; nobody fills them in by hand. */
const answerField = /-response$|_response$/;

/** More than any challenge loads. The limit matters because each source is compared with every row of the tables. */
const maxSources = 500;

/** Adds what this tag says to the marks. */
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
	// An invisible captcha asks nothing of the visitor.
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
