import test from 'ava';
import {repairSubtitle} from '#shared/domain/subtitles/text/repair-subtitle.ts';

const options = {format: 'original' as const, frameRate: 25};

function repaired(text: string, more: {format?: 'original' | 'srt'; frameRate?: number | null} = {}): string {
	const result = repairSubtitle(text, {...options, ...more});
	return 'fault' in result ? `fault: ${result.fault}` : result.text;
}

const good = '1\n00:00:01,000 --> 00:00:02,500\nHello\nthere\n\n2\n00:00:02,000 --> 00:00:04,000\n<i>Over</i> it\n';

test('what is right stays as it is, also when cues overlap or numbers leave some out', t => {
	t.is(repaired(good), good);
	const gaps = good.replace('2\n00:00:02', '7\n00:00:02');
	t.is(repaired(gaps), gaps);
});

for (const [what, text] of [
	['line ends of Windows', good.replaceAll('\n', '\r\n')],
	['line ends of old Macintoshes', good.replaceAll('\n', '\r')],
	['a byte order mark, zeros and control characters', `\ufeff${good.replace('Hello', 'He\0l\u0007lo\u009d')}`],
	['points instead of commas', good.replaceAll(',', '.')],
	['times with blanks and single digits', good.replaceAll('00:00:01,000', '0: 0: 1, 000')],
	['a short arrow', good.replaceAll('-->', '->')],
	['coordinates', good.replace('02,500', '02,500  X1:10 X2:20 Y1:30 Y2:40')],
	['no empty lines between cues', good.replace('there\n\n2', 'there\n2')],
	['numbers that are twice the same', good.replace('2\n00:00:02', '1\n00:00:02')],
	[
		'milliseconds of four digits, another arrow and line ends of another format',
		good.replaceAll(',000', ',0000').replaceAll('-->', '→').replace('Hello\n', 'Hello\\N'),
	],
	['no numbers', good.replace('1\n00:00:01', '00:00:01').replace('2\n00:00:02', '00:00:02')],
	['an empty line within a cue', good.replace('Hello\n', 'Hello\n\n')],
	['cues in the wrong order', `2\n00:00:02,000 --> 00:00:04,000\n<i>Over</i> it\n\n1\n00:00:01,000 --> 00:00:02,500\nHello\nthere\n`],
	['scripts and elements of pages', good.replace('Hello', '<script>alert("1 < 2")</script><div class="x">Hello</div>')],
	['capitals in tags and other names of them', good.replace('<i>Over</i>', '<EM onclick="x()">Over</EM>')],
	['text beside the times', good.replace('02,500\nHello', '02,500 Hello').replace('04,000\n', '04,000  line:10% align:start ')],
	['breaks', good.replace('Hello\nthere', 'Hello<br />there')],
	['empty cues', `${good}\n3\n00:00:05,000 --> 00:00:06,000\n<i></i>\n`],
] as const) {
	test(`SRT with ${what} is mended`, t => {
		t.is(repaired(text), good);
	});
}

test('words between brackets that are no markup stay, and characters given by number become ones', t => {
	const [text, shown] = ['<Phone rings>\n<sighs> &#9834; La &#60;', '<Phone rings>\n<sighs> ♪ La &#60;'];
	t.is(repaired(good.replace('Hello\nthere', text)), good.replace('Hello\nthere', shown));
});

test('VTT without empty lines keeps its cues apart', t => {
	const vtt = 'WEBVTT\n\n00:01.000 --> 00:02.000\nOne\n00:03.000 --> 00:04.000\nTwo\n';
	t.is(repaired(vtt, {format: 'srt'}), '1\n00:00:01,000 --> 00:00:02,000\nOne\n\n2\n00:00:03,000 --> 00:00:04,000\nTwo\n');
});

test('an end before its beginning is moved, milliseconds may be missing', t => {
	t.is(repaired('1\n00:00:05,000 --> 00:00:01,000\nHello\n'), '1\n00:00:05,000 --> 00:00:07,000\nHello\n');
	t.is(repaired('1\n00:00:05 --> 00:00:06,5\nHello\n'), '1\n00:00:05,000 --> 00:00:06,500\nHello\n');
	t.is(repaired('1\n00:01.500 --> 00:02.500\nHello\n'), '1\n00:00:01,500 --> 00:00:02,500\nHello\n');
});

test('a number that belongs to the text stays', t => {
	const text = '1\n00:00:01,000 --> 00:00:02,000\nRoom\n101\n\n2\n00:00:03,000 --> 00:00:04,000\n1984\n';
	t.is(repaired(text), text);
});

test('positions, colours and comparisons stay', t => {
	const text = '1\n00:00:01,000 --> 00:00:02,000\n{\\an8}<font color="#ff0000">Up</font> 1 < 2 & 3 > 2\n';
	t.is(repaired(text), text);
});

const frames = '{25}{50}Hello|there\n{100}{150}{y:i}Over it\n{200}{}/Open\n';

test('MicroDVD becomes SRT with the rate of the file, or with its own', t => {
	t.is(
		repaired(frames),
		'1\n00:00:01,000 --> 00:00:02,000\nHello\nthere\n\n2\n00:00:04,000 --> 00:00:06,000\n<i>Over it</i>\n\n3\n00:00:08,000 --> 00:00:12,000\n<i>Open</i>\n',
	);
	t.regex(repaired(`{1}{1}50.0\n${frames}`), /^1\n00:00:00,500 --> 00:00:01,000\nHello/);
	t.regex(repaired(frames, {frameRate: null}), /^1\n00:00:01,043 --> 00:00:02,085\nHello/);
});

test('other formats of text become SRT', t => {
	t.is(repaired('[10][25]Hello|/there\n'), '1\n00:00:01,000 --> 00:00:02,500\nHello\n<i>there</i>\n');
	t.is(
		repaired('00:00:01:Hello|there\n00:00:03:Bye\n'),
		'1\n00:00:01,000 --> 00:00:03,000\nHello\nthere\n\n2\n00:00:03,000 --> 00:00:08,000\nBye\n',
	);
	t.is(repaired('[INFORMATION]\n00:00:01.00,00:00:02.50\nHello[br]there\n\n'), '1\n00:00:01,000 --> 00:00:02,500\nHello\nthere\n');
});

const vtt =
	'WEBVTT - made up\n\nSTYLE\n::cue {color: red}\n\nNOTE a --> b\n\nfirst\n00:01.000 --> 00:02.500 line:5% align:center\n<v Ann>Hello <c.yellow>you</c></v>\n<i.loud>there</i> &lt;3\n\n00:00:03.000 --> 00:00:04.000\n<00:03.500>Bye\n';

test('VTT is kept, or turned into SRT', t => {
	t.is(repaired(`\ufeff${vtt.replaceAll('\n', '\r\n')}`), vtt);
	t.is(
		repaired(vtt, {format: 'srt'}),
		'1\n00:00:01,000 --> 00:00:02,500\n{\\an8}Hello you\n<i>there</i> <3\n\n2\n00:00:03,000 --> 00:00:04,000\nBye\n',
	);
});

const ass = `[Script Info]
ScriptType: v4.00+

[V4+ Styles]
Format: Name, Fontname, Bold, Italic, Alignment
Style: Default,Arial,0,0,2
Style: Top,Arial,0,-1,8

[Events]
Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text
Comment: 0,0:00:00.00,0:00:09.00,Default,,0,0,0,,not shown
Dialogue: 0,0:00:05.00,0:00:06.00,Top,,0,0,0,,Above
Dialogue: 0,0:00:01.50,0:00:02.50,Default,,0,0,0,,{\\pos(10,20)\\i1}Hello{\\i0}, you\\Nthere\\h!
Dialogue: 1,0:00:01.50,0:00:02.50,Default,,0,0,0,,{\\pos(10,20)\\i1}Hello{\\i0}, you\\Nthere\\h!
Dialogue: 0,0:00:03.00,0:00:04.00,Default,,0,0,0,,{\\an8\\b1\\blur3}Up{\\p1}m 0 0 l 10 10{\\p0} here
Dialogue: 0,0:00:03.00,0:00:04.00,Default,,0,0,0,,{\\p2}m 0 0 l 10 10
`;

test('ASS is kept, or turned into SRT with its italics and positions, without drawings', t => {
	t.is(repaired(ass), ass);
	t.is(
		repaired(ass, {format: 'srt'}),
		'1\n00:00:01,500 --> 00:00:02,500\n<i>Hello</i>, you\nthere\u00a0!\n\n2\n00:00:03,000 --> 00:00:04,000\n{\\an8}<b>Up here</b>\n\n3\n00:00:05,000 --> 00:00:06,000\n{\\an8}<i>Above</i>\n',
	);
});

test('a long drawing is kept whole', t => {
	const drawn = `${ass}Dialogue: 0,0:00:07.00,0:00:08.00,Default,,0,0,0,,{\\p1}${'m 0 0 '.repeat(2000)}end\n`;
	t.true(repaired(drawn) === drawn);
});

for (const [what, text, fault] of [
	['nothing', '', /no subtitle format/],
	['times without text', '1\n00:00:01,000 --> 00:00:02,000\n\n', /no text/],
	['a page', '\n<!DOCTYPE html>\n<html><body>Not found</body></html>', /page of a website/],
	['a message', '{"message": "quota exceeded"}', /no subtitle format/],
	['cues that all begin at once', '1\n00:00:00,000 --> 00:00:00,000\nHello\n\n'.repeat(6), /at once/],
	['cues after days', '1\n99:00:00,000 --> 99:00:01,000\nHello\n', /after a day/],
	['a VTT without cues', 'WEBVTT\n\nNOTE nothing\n', /no text/],
	['an ASS without dialogue', ass.replaceAll('Dialogue', 'Comment'), /no text/],
] as const) {
	test(`${what} is no subtitle`, t => {
		t.regex(repaired(text), new RegExp(`^fault: .*${fault.source}`));
	});
}

test('counters with empty lines around them are no text', t => {
	const spaced =
		'23\n\n00:00:40,653 --> 00:00:42,603\n\nOne more.\n\n24\n\n00:00:47,653 --> 00:00:49,603\n\nStart with a name.\n\nEzekiel.\n\n27\n\n00:00:50,653 --> 00:00:51,603\n\nAll right.\n\n';
	t.is(
		repaired(spaced),
		'23\n00:00:40,653 --> 00:00:42,603\nOne more.\n\n24\n00:00:47,653 --> 00:00:49,603\nStart with a name.\nEzekiel.\n\n27\n00:00:50,653 --> 00:00:51,603\nAll right.\n',
	);
	const unnumbered = '00:00:01,000 --> 00:00:02,000\nRoom\n\n101\n\n00:00:03,000 --> 00:00:04,000\nHere\n';
	t.is(repaired(unnumbered), '1\n00:00:01,000 --> 00:00:02,000\nRoom\n101\n\n2\n00:00:03,000 --> 00:00:04,000\nHere\n');
});

test('a cue of which one time cannot be read is shown all the same', t => {
	t.is(
		repaired('3\n00:00:12,95 --> 00:00:14,0:\nbut you but there\n\n4\n00:00:14,60 --> 00:00:15,30\nthe\n'),
		'3\n00:00:12,950 --> 00:00:14,000\nbut you but there\n\n4\n00:00:14,600 --> 00:00:15,300\nthe\n',
	);
	t.is(repaired(good.replace('00:00:02,500', '00:00:xx,500')), good.replace('00:00:02,500', '00:00:05,000'));
	t.is(repaired(good.replace('--> 00:00:04,000', '-->')), good.replace('00:00:04,000', '00:00:06,000'));
	t.true(repaired(good.replace('00:00:02,000', '00:0O:02,000')).includes('00:00:00,000 --> 00:00:04,000\n<i>Over</i> it'));
	t.true(repaired(good.replace('00:00:01,000', '-00:00:01,000')).includes('00:00:00,000 --> 00:00:02,500\nHello'));
	const arrow = good.replace('there', 'The way --> out');
	t.is(repaired(arrow), arrow);
	t.is(
		repaired('WEBVTT\n\n00:00:01.000 --> 00:00:02.000\nOne\n\n00:00:03.000 --> 00:00:0x.000\nTwo\n', {format: 'srt'}),
		'1\n00:00:01,000 --> 00:00:02,000\nOne\n\n2\n00:00:03,000 --> 00:00:07,000\nTwo\n',
	);
	t.regex(repaired(ass.replace('0:00:02.50', 'x'), {format: 'srt'}), /00:00:01,500 --> 00:00:05,500\n<i>Hello<\/i>, you/);
});

test('words of a VTT cue behind lines of blanks are kept', t => {
	const youtube =
		'WEBVTT\nKind: captions\nLanguage: en\n\n00:00:00.000 --> 00:00:02.500 align:start position:0%\n \nbut<00:00:00.530><c> you</c><00:00:00.840><c> there</c>\n\n00:00:02.510 --> 00:00:05.000 align:start position:0%\nbut you there\n \nmore words\n\n00:00:06.000 --> 00:00:07.000\n\nLate\n \nname\n00:00:08.000 --> 00:00:09.000\nEnd\n\nNOTE not shown\n';
	t.is(
		repaired(youtube, {format: 'srt'}),
		'1\n00:00:00,000 --> 00:00:02,500\nbut you there\n\n2\n00:00:02,510 --> 00:00:05,000\nbut you there\nmore words\n\n3\n00:00:06,000 --> 00:00:07,000\nLate\n\n4\n00:00:08,000 --> 00:00:09,000\nEnd\n',
	);
	t.is(
		repaired('WEBVTT\n\n00:01.000 --> 00:02.000\n\n\n00:03.000 --> 00:04.000\nTwo\n', {format: 'srt'}),
		'1\n00:00:03,000 --> 00:00:04,000\nTwo\n',
	);
});

const cue = (at: string, text: string) => `1\n${at},000 --> ${at},900\n${text}\n\n`;
const film = {seconds: 5400, forced: false};
for (const [what, text, expected, fault] of [
	[
		'a login',
		cue('00:00:01', 'In order to continue you have to login.') + cue('00:30:00', 'www.example.org'),
		{seconds: null, forced: false},
		/notice/,
	],
	['a limit', cue('00:00:01', 'Daily download limit reached'), {...film, forced: true}, /notice/],
	['an advertisement of an account', cue('00:00:01', 'Become a VIP member at site.org'), film, /notice/],
	['two lines for a film', cue('00:00:01', 'Hello') + cue('00:00:05', 'there'), film, /2 lines for a video of 90 minutes/],
	['two lines an hour apart', cue('00:00:01', 'Hello') + cue('01:00:05', 'there'), {seconds: null, forced: false}, /2 lines/],
	['two forced lines', cue('00:00:01', 'Hello') + cue('01:00:05', 'there'), {...film, forced: true}, null],
	['two lines for a trailer', cue('00:00:01', 'Hello') + cue('00:00:05', 'there'), {seconds: 90, forced: false}, null],
	[
		'a film that talks of limits',
		Array.from({length: 40}, (_, index) => cue(`00:00:${index + 10}`, 'The download limit!')).join(''),
		film,
		null,
	],
] as const) {
	test(`${what}: ${fault === null ? 'is a subtitle' : 'is only a placeholder'}`, t => {
		const result = repairSubtitle(text, {...options, expected});
		t.is('fault' in result, fault !== null);
		t.regex('fault' in result ? result.fault : '', fault ?? /^$/);
		t.false('fault' in repairSubtitle(text, options));
	});
}

test('a subtitle whose letters were lost is refused when it was downloaded', t => {
	const lost = Array.from({length: 20}, (_, index) => cue(`00:00:${index + 10}`, 'Perch\ufffd no?')).join('');
	t.regex(JSON.stringify(repairSubtitle(lost, {...options, expected: film})), /letters were lost/);
	t.false('fault' in repairSubtitle(lost, options));
});
