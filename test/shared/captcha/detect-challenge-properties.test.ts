import test from 'ava';
import fc from 'fast-check';
import {detectChallenge} from '#shared/captcha/detect-challenge.ts';
import {processorMsOf} from '#test/helpers/processor-ms.ts';
import {challengePage} from './challenge-pages.ts';
import {rewriteTags} from './rewrite-tags.ts';

const statuses = fc.constantFrom(0, 200, 202, 301, 403, 429, 503, 522);
const types = fc.constantFrom(undefined, 'text/html', 'application/xml', 'text/plain', '');
const scraps = fc.constantFrom(
	...[
		'<',
		'>',
		'</',
		'<!--',
		'-->',
		'<title>',
		'</title>',
		'<script>',
		'</script>',
		'<svg>',
		'</svg>',
		'<a ',
		' id=',
		'"',
		"'",
		'=',
		'/',
		' ',
	],
	...[
		'&#39;',
		'&#x110000;',
		'&',
		'\0',
		'…',
		'İ',
		'\ud800',
		'Just a moment...',
		'<div class="cf-turnstile">',
		'error code: 1020',
		'<?xml',
		'{',
	],
);
const pages = fc.oneof(
	fc.string({unit: 'binary'}),
	fc.array(scraps, {maxLength: 60}).map(parts => parts.join('')),
);

test('any text gives an answer, and always the same', t => {
	fc.assert(
		fc.property(statuses, types, pages, (status, type, html) => {
			const page = {status, headers: type === undefined ? {} : {'content-type': type}, html};
			const first = detectChallenge(page);
			t.deepEqual(detectChallenge(page), first);
			t.true(!first.blocked || first.kind === 'none');
		}),
	);
});

const length = 500_000;
/** Six times what it takes on a machine that does nothing else. */
const maxMs = 150;

const units = [
	...[
		'<',
		'<a ',
		'<a id=',
		'<a id="',
		"<a id='x' ",
		'<a/',
		'<a ==',
		'<a a   ',
		'<p class="h-captcha x">',
		'<div class=a id=b src=c name=d>',
	],
	...['<!--', '<!', '<?', '</', '<script>', '</script', '<script></script>', '<title>', '<svg>', '<iframe>', '<template>', '<textarea>'],
	...[
		'&',
		'&#',
		'&#1;',
		' ',
		'a',
		'"',
		"'",
		'=',
		'\0',
		'error code ',
		'error code: 1',
		'<input name=',
		'<meta http-equiv=refresh content=x>',
	],
];

test('half a megabyte of anything is read without delay', t => {
	const whole = units.map(unit => unit.repeat(Math.ceil(length / unit.length)));
	const blanks = ' '.repeat(length);
	const numbered = Array.from({length: 20_000}, (_, index) => `<img src=/${index} id=i${index}>`).join('');
	for (const html of [
		...whole,
		`<a b${blanks}`,
		`<a b=${blanks}`,
		`<title>${blanks}</title>`,
		`<a class="${'a '.repeat(length / 2)}">`,
		numbered,
	]) {
		const page = {status: 403, headers: {'content-type': 'text/html'}, html};
		t.true(fastest(() => detectChallenge(page)) < maxMs, html.slice(0, 30));
	}
});

/** Milliseconds of the processor, in the run that takes the fewest: garbage of others may be collected meanwhile. */
function fastest(run: () => unknown): number {
	return Math.min(...Array.from({length: 8}, () => processorMsOf(run)));
}

test('what comes behind half a megabyte is not looked at', t => {
	const html = `<html><body>${' '.repeat(length)}<div class="cf-turnstile"></div>`;
	t.is(detectChallenge({status: 403, headers: {'content-type': 'text/html'}, html}).kind, 'none');
});

const names = [
	['edge-challenge-button', 403],
	['edge-widget-wrapper', 403],
	['edge-captcha-hcaptcha', 403],
	['captcha-a', 200],
	['captcha-b-rendered', 200],
	['blocked-label', 403],
	['plain-quotes', 200],
	['plain-invisible', 200],
	['plain-login', 200],
] as const;

for (const [name, status] of names) {
	test(`the page ${name} stays what it is, however its tags are written`, t => {
		const page = challengePage(name, status);
		const expected = detectChallenge(page);
		fc.assert(
			fc.property(fc.infiniteStream(fc.nat(5)), stream => {
				const html = rewriteTags(page.html, () => stream.next().value ?? 0);
				t.deepEqual(detectChallenge({...page, html}), expected, html);
			}),
			{numRuns: 30},
		);
	});
}
