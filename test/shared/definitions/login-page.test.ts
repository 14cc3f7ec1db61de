import test from 'ava';
import {fillLoginForm, isLoggedOut, loginFault} from '#shared/definitions/login-page.ts';
import {createSiteTools} from '#shared/definitions/site-tools.ts';
import {buildLogin} from '#shared/domain/definitions/build-login.ts';
import {Unusable} from '#shared/domain/definitions/definition.ts';
import {madeUpDefinition} from '#test/helpers/made-up-definition.ts';

const settings = '- {name: username, type: text}\n- {name: password, type: password}\n- {name: cookie, type: text}';
const question = {settings: {username: 'тест', password: 'a b&c'}, now: new Date('2026-03-07T16:05:09Z')};
const withLogin = (login: string, head = 'type: private') =>
	madeUpDefinition({head, settings, more: `login:\n  ${login.trim().replaceAll('\n', '\n  ')}`});
const first = (login: string, head?: string) => {
	const definition = withLogin(login, head);
	return buildLogin(definition, question, createSiteTools(definition.encoding));
};
const base = 'https://quiet-meadow.example/';

test('a login begins as its method says', t => {
	const inputs = 'inputs: {u: "{{ .Config.username }}", p: "{{ .Config.password }}"}';
	const headers = {Referer: base};
	const cyrillic = 'type: private\nencoding: windows-1251';
	t.deepEqual(first(`method: get\npath: api\n${inputs}`, cyrillic), {
		kind: 'request',
		request: {method: 'GET', url: `${base}api?u=%D1%82%D0%B5%D1%81%D1%82&p=a+b%26c`, headers, body: null, followsRedirects: false},
	});
	t.deepEqual(first(`method: post\npath: in.php\ncookies: ["x=1", "y=2"]\n${inputs}`, cyrillic), {
		kind: 'request',
		request: {
			method: 'POST',
			url: `${base}in.php`,
			headers: {...headers, Cookie: 'x=1; y=2', 'Content-Type': 'application/x-www-form-urlencoded'},
			body: 'u=%F2%E5%F1%F2&p=a+b%26c',
			followsRedirects: true,
		},
	});
	t.like(first('method: oneurl\npath: go/\ninputs: {oneurl: "?k={{ .Config.password }}"}'), {request: {url: `${base}go/?k=a%20b&c`}});
	t.like(first('path: login.php', 'type: private\nfollowredirect: true'), {
		kind: 'page',
		request: {url: `${base}login.php`, followsRedirects: true},
	});
	t.deepEqual(first('method: cookie'), {kind: 'cookie', cookie: ''});
	t.deepEqual(buildLogin(madeUpDefinition(), question, createSiteTools('UTF-8')), {kind: 'none'});
});

const page = (form: string) => ({
	url: `${base}account/login.php`,
	body: `<html><body><i id=t>tok en</i><form id=f action="take.php" ${form}</form></body></html>`,
});
const inputs =
	'><input name=u value=old><input name=hidden type=hidden value=1><input name=off disabled value=1><input type=checkbox name=no><input type=checkbox name=yes value=2 checked><input value=x></form>';
const form =
	'path: login.php\nform: form#f\ninputs: {u: "{{ .Config.username }}"}\nselectorinputs: {token: {selector: "#t"}, none: {selector: .none, optional: true}}';

test('a form is sent as a browser would, with tokens of the page', t => {
	const sent = fillLoginForm(withLogin(form), question, page(inputs), []);
	t.like(sent, {
		kind: 'form',
		request: {method: 'POST', url: `${base}account/take.php`, body: 'u=%D1%82%D0%B5%D1%81%D1%82&hidden=1&yes=2&token=tok+en'},
	});
	const selected = withLogin(
		'path: login.php\nselectors: true\nsubmitpath: /go\ngetselectorinputs: {t: {selector: "#t"}}\ninputs: {"input[type=hidden]": "9"}',
	);
	t.like(fillLoginForm(selected, question, page(inputs), []), {request: {url: `${base}go?t=tok%20en`, body: 'u=old&hidden=9&yes=2'}});
	const parts = fillLoginForm(withLogin('path: a'), question, page(`enctype="multipart/form-data"${inputs}`), []);
	t.regex(parts.kind === 'form' ? (parts.request.body ?? '') : '', /name="hidden"\r\n\r\n1\r\n/);
	t.throws(() => fillLoginForm(withLogin('path: a\nform: "#g"'), question, page(inputs), []), {instanceOf: Unusable, message: /#g/});
	t.throws(() => fillLoginForm(withLogin('path: a\nselectorinputs: {x: {selector: .none}}'), question, page(inputs), []), {
		instanceOf: Unusable,
	});
});

test('a captcha is asked for before the form is sent', t => {
	const definition = withLogin(`${form}\ncaptcha: {type: image, selector: img.c, input: code}`);
	const asking = page(`><img class=c src="../c.png">${inputs}`);
	t.deepEqual(fillLoginForm(definition, question, asking, []), {kind: 'captcha', type: 'image', url: `${base}c.png`, input: 'code'});
	t.like(fillLoginForm(definition, question, page(inputs), []), {kind: 'form'});
	const sent = fillLoginForm(definition, question, asking, [['code', 'x y']]);
	t.true(sent.kind === 'form' && sent.request.body?.endsWith('&code=x+y'));
	const words = withLogin(`${form}\ncaptcha: {type: text, selector: "#t", input: code}`);
	t.deepEqual(fillLoginForm(words, question, page(inputs), []), {kind: 'captcha', type: 'text', question: 'tok en', input: 'code'});
	const simple = page(`><script src="/js/simpleCaptcha.js"></script>${inputs}`);
	t.like(fillLoginForm(withLogin(form), question, simple, []), {type: 'simple', url: `${base}account/simpleCaptcha.php?numImages=1`});
});

test('a login that fails is told in the words of the site', t => {
	const definition = withLogin('path: a\nerror: [{selector: .bad, message: {selector: b}}, {selector: .worse}]');
	const fault = (body: string, status = 200) => loginFault(definition, question, {status, contentType: 'text/html', body});
	t.is(fault('<p class=bad>x <b>Wrong password</b>'), 'Wrong password');
	t.is(fault('<p class=worse> Too many attempts '), 'Too many attempts');
	t.is(fault('<p>Welcome'), null);
	t.regex(fault('', 401) ?? '', /401/);
});

test('a reply shows whether the site has forgotten us', t => {
	const definition = withLogin('path: a\ntest: {path: a, selector: "a.out"}');
	const isOut = (body: string, status = 200, contentType: string | null = 'text/html') =>
		isLoggedOut(definition, {status, contentType, body});
	t.false(isOut('<a class=out>'));
	t.true(isOut('<form>'));
	t.true(isOut('', 200, null));
	t.true(isOut('<a class=out>', 302));
	t.true(isOut('', 403));
	t.false(isOut('{}', 200, 'application/json'));
	t.false(isLoggedOut(madeUpDefinition(), {status: 403, contentType: null, body: ''}));
});
