import test from 'ava';
import {processorMs} from '#test/helpers/processor-ms.ts';
import {childOf, childrenOf, parseXml, peekXml, textOf} from '#workers/integrations/xml.ts';

const notXml = {code: 'not_xml'};

test('names are local and in lower case, text and CDATA are one', t => {
	const root = parseXml('<a:Root><x:Item Name="1">one <![CDATA[& two]]></x:Item><item/></a:Root>');
	t.is(root.name, 'root');
	t.is(childrenOf(root, 'item').length, 2);
	t.is(childOf(root, 'item')?.attributes.get('name'), '1');
	t.is(textOf(root, 'nothing', 'item'), 'one & two');
	t.is(textOf(root, 'nothing'), null);
});

const repaired: [string, string][] = [
	['Caf&eacute; &nbsp;&hellip;', 'Café  …'],
	['Tom & Jerry &unknown; &#8364; &#x41;', 'Tom & Jerry &unknown; € A'],
	['a\u0000b\u0008&#0;&#x1F;', 'ab'],
	['&lt;b&gt; &amp;eacute;', '<b> &eacute;'],
	['<![CDATA[a & b &eacute;]]>', 'a & b &eacute;'],
];

for (const [markup, text] of repaired) {
	test(`what sites send is made XML: ${JSON.stringify(markup)}`, t => {
		t.is(parseXml(`<r>${markup}</r>`).text.replaceAll('\u00A0', ' '), text);
	});
}

const encoded: [string, Uint8Array][] = [
	['a byte-order mark', Buffer.from('\uFEFF<?xml version="1.0" encoding="iso-8859-1"?><r>é</r>')],
	['a declared charset', Buffer.from('<?xml version="1.0" encoding="ISO-8859-1"?><r>é</r>', 'latin1')],
	['a declared charset that is wrong', Buffer.from('<?xml version="1.0" encoding="utf-8"?><r>é</r>', 'latin1')],
	['a charset that nobody knows', Buffer.from('<?xml version="1.0" encoding="x-nobody"?><r>\u00E9</r>', 'latin1')],
	['UTF-16', Buffer.from('\uFEFF<?xml version="1.0" encoding="utf-16"?><r>é</r>', 'utf16le')],
];

for (const [title, bytes] of encoded) {
	test(`${title} is obeyed or forgiven`, t => {
		t.is(parseXml(bytes).text, 'é');
	});
}

const refused = {
	'an empty answer': '',
	'plain text': 'Rate limited',
	'broken nesting': '<a><b></a>',
	'an unfinished document': '<a><b/>',
	'entities of its own': '<!DOCTYPE a [<!ENTITY x "y">]><a>&x;</a>',
	'too many levels': `${'<a>'.repeat(100)}${'</a>'.repeat(100)}`,
};

for (const [title, markup] of Object.entries(refused)) {
	test(`${title} is refused`, t => {
		t.throws(() => parseXml(markup), notXml);
	});
}

test('a doctype that declares nothing is passed over', t => {
	t.is(parseXml('<!DOCTYPE nzb PUBLIC "-//x//DTD NZB 1.0//EN" "http://nowhere.test/nzb.dtd"><nzb/>').name, 'nzb');
});

test('unclosed CDATA sections take no time', async t => {
	const ms = await processorMs(() => t.throws(() => parseXml(`<r>${'<![CDATA['.repeat(200_000)}`), notXml));
	t.true(ms < 1000);
});

test('a large document is read only as far as needed', t => {
	const endless = `<nzb><head/><file>${'<segment/>'.repeat(100_000)}<broken`;
	t.deepEqual([...peekXml(endless, names => names.has('file'))], ['nzb', 'head', 'file']);
	t.throws(() => peekXml('<nzb><head></nzb>', () => false), notXml);
});
