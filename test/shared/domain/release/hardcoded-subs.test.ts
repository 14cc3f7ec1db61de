import test from 'ava';
import {parseHardcodedSubs} from '#shared/domain/release/languages.ts';

test('burnt-in subtitles are told by their language or by a general word', t => {
	t.is(parseHardcodedSubs('Harbour.2019.1080p.KORSUBS.WEBRip'), 'KORSUBS');
	t.is(parseHardcodedSubs('Harbour.2019.NLSUB.WEBRip'), 'NLSUB');
	t.is(parseHardcodedSubs('Harbour 2019 HC 720p HDRip'), 'Generic Hardcoded Subs');
	t.is(parseHardcodedSubs('Harbour.2019.SUBBED.720p'), 'Generic Hardcoded Subs');
});

test('subtitles beside the picture, and groups that name themselves after subtitles, are none', t => {
	t.is(parseHardcodedSubs('Harbour 2019 [Web][MultiSubs]'), null);
	t.is(parseHardcodedSubs('Harbour 2019 ESubs SoftSubs'), null);
	t.is(parseHardcodedSubs('[HarbourSubs] Harbour - 01'), null);
});
