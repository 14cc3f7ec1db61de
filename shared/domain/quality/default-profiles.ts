import {itemName, itemQualities, type ProfileItem, type QualityProfile} from './profiles.ts';
import {type QualityName, qualityNames} from './qualities.ts';

/** A profile without its id. */
type NewProfile = Omit<QualityProfile, 'id'>;

const webGroups = [2160, 1080, 720, 480].map(lines => ({
	name: `WEB ${lines}p`,
	qualities: qualityNames.filter(name => name === `WEBDL-${lines}p` || name === `WEBRip-${lines}p`),
}));

const steps: readonly ProfileItem[] = qualityNames.flatMap((name): ProfileItem[] => {
	const group = webGroups.find(({qualities}) => qualities.includes(name));
	if (!group) {
		return [{quality: name, allowed: false}];
	}
	return group.qualities[0] === name ? [{group, allowed: false}] : [];
});

function profile(name: string, cutoff: QualityName | `WEB ${string}`, wanted: (quality: QualityName) => boolean): NewProfile {
	return {
		name,
		items: steps.map(step => ({...step, allowed: itemQualities(step).every(wanted)})),
		cutoff: itemName(steps.find(step => itemName(step) === cutoff) ?? steps[0]!), // never empty: the quality table
		upgradeAllowed: true,
		packForEpisodeAllowed: false,
		minFormatScore: 0,
		cutoffFormatScore: 0,
		minUpgradeFormatScore: 1,
		formatScores: [],
		language: 'original',
	};
}

/** A raw disc consists of menus and extras in several files, which no library plays as a film. */
const unwanted: readonly QualityName[] = ['DVD-R', 'Telecine', 'Telesync', 'CAM', 'Workprint', 'Unknown'];
const has = (lines: number) => (name: QualityName) => name.endsWith(`-${lines}p`);
const isStandard = (name: QualityName) => has(480)(name) || has(576)(name) || name === 'DVD' || name === 'SDTV';

export const defaultProfileName = 'HD-1080p';

/** The profiles created on first start. A title without a profile gets the one named `defaultProfileName`. */
export const defaultProfiles: readonly NewProfile[] = [
	profile(defaultProfileName, 'Bluray-1080p', has(1080)),
	profile('Any', 'Bluray-1080p', name => !unwanted.includes(name)),
	profile('SD', 'DVD', isStandard),
	profile('HD-720p', 'Bluray-720p', has(720)),
	profile('HD - 720p/1080p', 'Bluray-1080p', name => has(720)(name) || has(1080)(name)),
	profile('Ultra-HD', 'Bluray-2160p', has(2160)),
];
