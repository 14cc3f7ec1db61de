import test from 'ava';
import fc from 'fast-check';
import {cutoffRank, isCutoffUnmet, isTopQuality, type QualityProfile, rankOf} from '#shared/domain/quality/profiles.ts';
import {compareRevisions, qualityNames} from '#shared/domain/quality/qualities.ts';
import {type Copy, isSameRelease, whyNoUpgrade} from '#shared/domain/quality/upgrade.ts';
import {buildCopy, profileCalled} from '#test/helpers/build-release.ts';

const profile = profileCalled('HD-1080p', {cutoffFormatScore: 100, minUpgradeFormatScore: 10});
const web = buildCopy({quality: 'WEBDL-1080p', group: 'KITE'});
const second = {version: 2, real: 0};

const allows = test.macro<[current: Copy, offered: Copy, profile?: QualityProfile]>((t, current, offered, used = profile) => {
	t.is(whyNoUpgrade(used, current, offered), null);
});
const refuses = test.macro<[current: Copy, offered: Copy, why: RegExp, profile?: QualityProfile]>(
	(t, current, offered, why, used = profile) => {
		t.regex(whyNoUpgrade(used, current, offered) ?? '', why);
	},
);

test('a better quality replaces a file below the cutoff', allows, buildCopy(), web);
test('a worse quality never replaces', refuses, web, buildCopy({formatScore: 900}), /WEBDL-1080p is better/);
test(
	'a better quality does not replace a file at the cutoff',
	refuses,
	buildCopy({quality: 'Bluray-1080p'}),
	buildCopy({quality: 'Remux-1080p'}),
	/Bluray-1080p meets the cutoff/,
);
test(
	'nor does one with a better score, as long as the file is as good as the profile asks for',
	refuses,
	buildCopy({quality: 'Bluray-1080p'}),
	buildCopy({quality: 'Remux-1080p', formatScore: 50}),
	/Bluray-1080p meets the cutoff/,
);
test('members of a group are equal', refuses, buildCopy({quality: 'WEBRip-1080p'}), web, /no better/);
test('a higher score replaces', allows, web, {...web, formatScore: 10});
test('a score that wins by too little does not', refuses, web, {...web, formatScore: 9}, /wins by 9, the profile asks for 10/);
test('a score beyond the cutoff is not bettered', refuses, {...web, formatScore: 100}, {...web, formatScore: 500}, /meets the cutoff 100/);
test('a proper of the same group replaces', allows, web, {...web, group: 'kite', revision: second});
test('a later version of another group does not', refuses, web, {...web, group: 'LARK', revision: second}, /no better/);
test('a proper of another group replaces', allows, web, {...web, group: 'LARK', revision: second, correctsOthers: true});
test('a proper of nobody does not', refuses, {...web, group: null}, {...web, group: null, revision: second}, /no better/);
test('a proper that loses score does not', refuses, {...web, formatScore: 5}, {...web, revision: second}, /no better/);
test('an earlier version does not replace a proper', refuses, {...web, revision: second}, web, /no better/);
test('a profile without upgrades keeps the file', refuses, buildCopy(), web, /does not allow upgrades/, {
	...profile,
	upgradeAllowed: false,
});
test(
	'a profile without upgrades still takes the proper of the same group',
	allows,
	web,
	{...web, revision: second},
	{...profile, upgradeAllowed: false},
);
test(
	'the same release is never an upgrade of itself, whatever its score is now',
	refuses,
	{...web, releaseTitle: 'Paper.Harbor-KITE'},
	{...web, releaseTitle: 'paper harbor-kite', formatScore: 99},
	/very release/,
);

test('titles are the same release only when both are known', t => {
	t.false(isSameRelease(buildCopy(), buildCopy()));
	t.false(isSameRelease(buildCopy({releaseTitle: 'A 1'}), buildCopy({releaseTitle: 'A 2'})));
	t.false(isSameRelease(buildCopy({releaseTitle: '!'}), buildCopy({releaseTitle: '?'})));
});

test('REAL weighs more than a version', t => {
	t.true(compareRevisions({version: 1, real: 1}, {version: 3, real: 0}) > 0);
	t.true(compareRevisions({version: 2, real: 0}, {version: 1, real: 0}) > 0);
});

test('a cutoff that names a member of a group means the group, and one that names nothing the best allowed step', t => {
	t.is(cutoffRank({...profile, cutoff: 'WEBRip-1080p'}), rankOf(profile, 'WEBDL-1080p').rank);
	t.is(cutoffRank({...profile, cutoff: 'gone'}), rankOf(profile, 'Remux-1080p').rank);
	t.true(isTopQuality(profile, 'Remux-1080p'));
	t.false(isTopQuality(profile, 'Remux-2160p'));
});

test('a cutoff is unmet by quality or by score, and never without upgrades', t => {
	t.true(isCutoffUnmet(profile, {quality: 'WEBDL-1080p', formatScore: 200}));
	t.true(isCutoffUnmet(profile, {quality: 'Bluray-1080p', formatScore: 99}));
	t.false(isCutoffUnmet(profile, {quality: 'Bluray-1080p', formatScore: 100}));
	t.false(isCutoffUnmet({...profile, upgradeAllowed: false}, {quality: 'SDTV', formatScore: 0}));
});

const copy: fc.Arbitrary<Copy> = fc.record({
	quality: fc.constantFrom(...qualityNames.slice(4, 13)),
	formatScore: fc.integer({min: -20, max: 60}),
	revision: fc.record({version: fc.integer({min: 1, max: 3}), real: fc.integer({min: 0, max: 1})}),
	group: fc.constantFrom('KITE', 'LARK', null),
	releaseTitle: fc.constant(null),
	correctsOthers: fc.boolean(),
	addedAt: fc.constant(null),
});

test('no chain of upgrades ever comes back to where it began', t => {
	t.notThrows(() =>
		fc.assert(
			fc.property(fc.array(copy, {minLength: 1, maxLength: 30}), fc.integer({min: 0, max: 20}), (copies, least) => {
				const used = {...profile, minUpgradeFormatScore: least};
				const seen = new Set<Copy>();
				let current = copies[0]!; // at least one
				for (let next: Copy | undefined = current; next; next = copies.find(offered => whyNoUpgrade(used, current, offered) === null)) {
					if (seen.has(next)) {
						return false;
					}

					seen.add(next);
					current = next;
				}

				return true;
			}),
			{numRuns: 500},
		),
	);
});
