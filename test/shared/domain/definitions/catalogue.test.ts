import test from 'ava';
import {createAnswers} from '#shared/definitions/answer-question.ts';
import {definitionText, type Parts} from '#test/helpers/made-up-definition.ts';

const entryOf = (parts: Parts) => createAnswers().entry({file: {key: 'meadow', text: definitionText(parts)}});

test('an entry says what a site has, needs and keeps secret', t => {
	const {entry, faults} = entryOf({
		head: 'type: hidden\nreplaces: [old-meadow]',
		caps: 'modes: {search: [q]}\ncategorymappings: [{id: 1, cat: TV/Anime}, {id: 2, cat: Movies}, {id: 3, cat: Movies}]',
		settings:
			'- {name: rsskey, type: text}\n- {name: password, type: password}\n- {name: 2facode, type: text}\n- {name: sort, type: text}\n- {name: passkey_info, type: info}\n- {name: solver, type: info_flaresolverr}',
		more: 'login: {method: form, path: a, captcha: {type: image, selector: img, input: x}}',
	});
	t.deepEqual(faults, []);
	t.like(entry, {
		key: 'meadow',
		id: 'quietmeadow',
		privacy: 'semi-private',
		replaces: ['old-meadow'],
		hasMovies: true,
		hasSeries: true,
		isAdultOnly: false,
	});
	t.deepEqual(entry?.categories, [2000, 5070]);
	t.deepEqual(entry?.needs, {solver: true, captcha: true, cookie: false, secondFactor: true});
	t.deepEqual(entry?.secrets, ['rsskey', 'password', '2facode']);
});

test('a file of long words takes little room in the list of all', t => {
	const long = 'z'.repeat(100_000);
	const unknown = '    - {name: nope}\n'.repeat(60);
	const {entry, faults} = entryOf({
		head: `type: ${'y'.repeat(1000)}`,
		fields: `title: {selector: a}\ndownload: {selector: b}\n? "${long}"\n:\n  selector: c\n  filters:\n${unknown}`,
	});
	t.truthy(entry);
	t.is(faults.length, 50);
	t.true(JSON.stringify(faults).length < 50_000);
	const named = createAnswers().entry({file: {key: 'meadow', text: definitionText().replace('name: Quiet Meadow', `name: ${long}`)}});
	t.true(JSON.stringify(named).length < 5000);
});

test('a site of one kind only is known as that, and one that cannot be used has no entry', t => {
	const caps = 'modes: {search: [q]}\ncategorymappings: [{id: 1, cat: XXX/x264}]';
	t.like(entryOf({caps, more: 'login: {method: cookie}'}).entry, {isAdultOnly: true, hasMovies: false, needs: {cookie: true}});
	const broken = entryOf({fields: 'title: {text: a}'});
	t.is(broken.entry, null);
	t.true(broken.faults.length > 0);
});
