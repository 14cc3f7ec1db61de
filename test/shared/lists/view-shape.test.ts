import test from 'ava';
import {toShape} from '#shared/lists/list-writer.ts';
import {integer, number, text, textOrNull} from '#shared/presenters/fields.ts';
import {from, inside, isPresent, madeOf, viewOf} from '#shared/presenters/view.ts';

interface File {
	id: string;
	size: number;
}
interface Title {
	id: string;
	title: string;
	all: number;
	some: number;
	file: File | null;
}
const file = viewOf<File>()({id: text, size: integer});
const title = viewOf<Title>()({
	id: text,
	title: text,
	hasFile: isPresent('file'),
	fileId: inside('file', 'id', textOrNull),
	share: madeOf(['some', 'all'], number, ([some = 0, all = 1]) => some / all),
	file: file.orNull,
});

test('a list takes each field from where the record has it', t => {
	const shape = toShape(title.fields);
	t.like(shape, {
		id: '_id',
		title: 'title',
		hasFile: {isPresent: 'file'},
		fileId: {of: 'file', field: 'id'},
		share: {numbers: ['some', 'all']},
		file: {of: 'file', fields: {id: 'id', size: 'size'}},
	});
	t.deepEqual(Object.keys(shape), ['id', 'title', 'hasFile', 'fileId', 'share', 'file']);
});

test('a title by itself shows those fields as its list does', t => {
	const shown = {id: '1', title: 'T', hasFile: true, fileId: 'f', share: 0.25, file: {id: 'f', size: 3}};
	t.deepEqual(title.present({id: '1', title: 'T', all: 4, some: 1, file: {id: 'f', size: 3}}), shown);
	t.like(title.present({id: '1', title: 'T', all: 4, some: 1, file: null}), {hasFile: false, fileId: null, file: null});
});

test('a field that is made of the whole record is refused in a list', t => {
	const made = viewOf<Title>()({id: text, shouted: from(text, ({title}: Title) => title.toUpperCase())});
	t.throws(() => toShape(made.fields), {instanceOf: TypeError, message: /shouted/});
});
