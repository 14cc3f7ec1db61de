import test from 'ava';
import {pageModule} from '#test/helpers/ui/page-module.ts';

const {byReason, reasonOf} = await pageModule('wanted/reasons.ts');
const next = 'The next search is at 2026-03-01 18:00 UTC.';
const wanted = (sentence: string, nextSearchAt: string | null = '2026-03-01T18:00:00Z') => ({
	standing: {sentence},
	nextSearchAt,
	nextSearchReason: nextSearchAt === null ? 'No indexer is enabled.' : next,
});

test('a row says why it is wanted, not what its facts say, and neighbours say it once', t => {
	t.is(reasonOf(wanted(`It has not been searched for yet. ${next}`)), '');
	t.is(reasonOf(wanted(`No release was found. ${next}`)), 'No release was found.');
	t.is(reasonOf(wanted('No indexer is enabled.', null)), 'No indexer is enabled.');
	const groups = byReason(['No release was found.', 'No release was found.', 'Too large.'].map(text => wanted(`${text} ${next}`)));
	t.deepEqual(
		groups.map(({reason, items}: {reason: string; items: unknown[]}) => [reason, items.length]),
		[
			['No release was found.', 2],
			['Too large.', 1],
		],
	);
});
