import test from 'ava';
import {toJsonSchema} from '#api/openapi/to-json-schema.ts';
import {flag, integer, integerOrNull, oneOf, optional, text, textOrNull, texts, timestamp} from '#shared/presenters/fields.ts';
import {always, from, plainView, viewOf} from '#shared/presenters/view.ts';

interface Disc {
	id: string;
	side: 'a' | 'b';
}
interface Album {
	id: string;
	name: string;
	year: number | null;
	tags: string[];
	label?: string;
	secret: string;
	at: Date;
	first: Disc | null;
	discs: Disc[];
}

const disc = viewOf<Disc>()({id: text, side: oneOf(['a', 'b', 'c'])}, 'Disc');
const album = viewOf<Album>()(
	{
		id: text,
		name: textOrNull,
		year: integerOrNull,
		tags: texts,
		label: optional(text),
		hasSecret: from(flag, ({secret}: Album) => secret !== ''),
		kind: always(oneOf(['album']), 'album'),
		at: timestamp,
		first: disc.orNull,
		discs: disc.list,
		last: from(disc.orNull, ({discs}: Album) => discs.at(-1) ?? null),
	},
	'Album',
);
const stored: Album = {
	id: '1',
	name: 'One',
	year: null,
	tags: ['x'],
	label: 'L',
	secret: 's',
	at: new Date('2026-01-02T03:04:05.678Z'),
	first: null,
	discs: [
		{id: '2', side: 'a'},
		{id: '3', side: 'b'},
	],
};

test('a record is shown field by field, in the order of the view, and nothing else of it', t => {
	t.is(
		JSON.stringify(album.present(stored)),
		'{"id":"1","name":"One","year":null,"tags":["x"],"label":"L","hasSecret":true,"kind":"album","at":"2026-01-02T03:04:05.678Z",' +
			'"first":null,"discs":[{"id":"2","side":"a"},{"id":"3","side":"b"}],"last":{"id":"3","side":"b"}}',
	);
});

test('what was never stored is null, and an optional field is left out', t => {
	const {label: _label, tags: _tags, first: _first, ...older} = stored;
	const shown = album.present(older as Album);
	t.is(shown.tags as unknown, null);
	t.is(shown.first, null);
	t.false('label' in shown);
});

test('the documentation tells of the same fields', t => {
	const named = new Map();
	toJsonSchema(album.schema, {direction: 'reply', named});
	const {properties, required} = named.get('Album');
	const shown = album.present(stored);
	t.deepEqual(Object.keys(properties), Object.keys(shown));
	t.deepEqual(
		required,
		Object.keys(shown).filter(name => name !== 'label'),
	);
	t.deepEqual(properties.first, {anyOf: [{$ref: '#/components/schemas/Disc'}, {type: 'null'}]});
	t.like(properties.year, {type: ['integer', 'null']});
});

test('every reply meets its own schema', t => {
	const json = JSON.parse(JSON.stringify(album.present(stored)));
	t.is(album.schema.validate(json, {presence: 'required', convert: false}).error, undefined);
});

test('a plain view takes what it shows', t => {
	const shown = {id: '1', count: 2};
	t.deepEqual(plainView({id: text, count: integer}).present(shown), shown);
});

test('what does not fit the record does not compile', t => {
	// @ts-expect-error The year may be null.
	viewOf<Album>()({year: integer});
	// @ts-expect-error The name is no number.
	viewOf<Album>()({name: integer});
	// @ts-expect-error There is no such field.
	viewOf<Album>()({nam: text});
	// @ts-expect-error A disc may be missing.
	viewOf<Album>()({first: disc});
	// @ts-expect-error The value that is found is no text.
	from(text, ({year}: Album) => year);
	// @ts-expect-error It is made of another record.
	viewOf<Disc>()({year: from(integerOrNull, ({year}: Album) => year)});
	// @ts-expect-error The list does not have both sides.
	viewOf<Disc>()({side: oneOf(['a'])});
	t.pass();
});
