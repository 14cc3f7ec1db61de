import test from 'ava';
import {processorMs} from '#test/helpers/processor-ms.ts';
import {parseSize} from '#workers/integrations/indexers/feed/read-item.ts';

const rows: [string, number][] = [
	['2.5 GB', 2_684_354_560],
	['2.5 GiB', 2_684_354_560],
	['1,5 GB', 1_610_612_736],
	['1,024.5MB', 1_074_266_112],
	['3,000,000.0KB', 3_072_000_000],
	['1.25 TiB', 1_374_389_534_720],
	['700 mb', 734_003_200],
	['98765', 98_765],
	['1567890123.0', 1_567_890_123],
	['1.567890123E+9', 1_567_890_123],
	['4.7e9', 4_700_000_000],
	['1.5', 0],
	['1e99', 0],
	['Category: TV | Size: 1 GB | Files: 2', 1_073_741_824],
	['12 MB of samples, size: 2 GB', 2_147_483_648],
	['1 500 MB', 1_572_864_000],
	['1,234,567,890', 1_234_567_890],
	['700 Mo', 734_003_200],
	['1.500,25 MB', 1_573_126_144],
	['5.5 GBytes', 5_905_580_032],
	['1572864000 bytes', 1_572_864_000],
	['1,572,864,000 B', 1_572_864_000],
	['1,5 ГБ', 1_610_612_736],
	['Files: 12 700 MB', 734_003_200],
	['100 Kbps', 0],
	['100 Kb/s', 0],
	[' 98765', 0],
	['98765 files', 0],
	['GB', 0],
	['', 0],
];

for (const [text, bytes] of rows) {
	test(`the size "${text}" is ${bytes} bytes`, t => {
		t.is(parseSize(text), bytes);
	});
}

test('a long run of digits and commas takes no time', async t => {
	t.true((await processorMs(() => t.is(parseSize('1,'.repeat(500_000)), 0))) < 500);
});
