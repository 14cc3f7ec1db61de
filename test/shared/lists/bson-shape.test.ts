import test from 'ava';
import fc from 'fast-check';
import mongoose from 'mongoose';
import {createJsonBytes} from '#shared/lists/bson-json.ts';
import {createBsonShape} from '#shared/lists/list-writer.ts';

const {serialize, Long} = mongoose.mongo.BSON;

const shape = createBsonShape({
	id: '_id',
	name: 'title',
	size: 'size',
	genres: 'genres',
	seen: 'seen',
	at: 'at',
	hasFile: {isPresent: 'file'},
	fileId: {of: 'file', field: 'id'},
	file: {of: 'file', fields: {id: 'id', path: 'path'}},
});
const half = createBsonShape({half: {numbers: ['whole', 'rest'], toNumber: ([whole = 0, rest = 0]) => (whole + rest) / 2}});

function write(document: Record<string, unknown>): unknown {
	const json = createJsonBytes();
	shape.write(json, serialize(document));
	return JSON.parse(json.take().toString());
}

test('a shape asks for the stored fields that it shows, and no others', t => {
	t.deepEqual(shape.projection, {_id: 1, title: 1, size: 1, genres: 1, seen: 1, at: 1, 'file.id': 1, 'file.path': 1});
});

test('fields that a document lacks are null, and unknown ones are left out', t => {
	const nothing = {name: null, size: null, genres: null, seen: null, at: null, hasFile: false, fileId: null, file: null};
	t.deepEqual(write({_id: 'a', other: [{deep: 1}]}), {id: 'a', ...nothing});
	t.deepEqual(write({_id: 'a', file: null, title: null, size: Number.NaN}), {id: 'a', ...nothing});
	t.deepEqual(write({_id: 'a', file: {path: '/x'}}), {id: 'a', ...nothing, hasFile: true, file: {id: null, path: '/x'}});
});

test('what it writes reads back as what was stored, whatever the texts, numbers and the order of fields', t => {
	const text = fc.string({unit: 'binary', maxLength: 40}).map(value => value.toWellFormed());
	const number = fc.oneof(fc.integer(), fc.double({noNaN: true, noDefaultInfinity: true}), fc.maxSafeInteger());
	const stored = fc.record({
		title: text,
		size: number,
		genres: fc.array(text, {maxLength: 12}),
		seen: fc.boolean(),
		at: fc.date({noInvalidDate: true}),
		file: fc.option(fc.record({id: text, path: text})),
	});
	fc.assert(
		fc.property(stored, fc.boolean(), (values, isReversed) => {
			const entries = Object.entries(values);
			const found = write({_id: 'x', ...Object.fromEntries(isReversed ? entries.reverse() : entries)});
			const {title, size, genres, seen, at, file} = values;
			const expected = {id: 'x', name: title, size, genres, seen, at, hasFile: file !== null, fileId: file?.id ?? null, file};
			t.deepEqual(found, JSON.parse(JSON.stringify(expected)));
		}),
	);
});

test('a number may be made of others, and one that is not stored is 0', t => {
	const json = createJsonBytes();
	half.write(json, serialize({rest: 1.5, whole: 7}));
	half.write(json, serialize({whole: 'text'}));
	t.is(json.take().toString(), '{"half":4.25}{"half":0}');
	t.deepEqual(half.projection, {whole: 1, rest: 1});
});

test('a long integer is a number, and a text longer than the buffer is whole', t => {
	t.like(write({_id: 'a', size: Long.fromNumber(9_007_199_254_740_991)}), {size: 9_007_199_254_740_991});
	const long = '\u0001"ü'.repeat(100_000);
	t.like(write({_id: 'a', title: long}), {name: long});
});
