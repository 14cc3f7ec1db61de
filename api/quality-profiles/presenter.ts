import type {StoredProfile} from '#shared/store/profiles/quality-profiles.ts';

export function presentProfile(profile: StoredProfile) {
	return {
		id: profile.id,
		name: profile.name,
		items: profile.items.map(item =>
			'group' in item
				? {group: {name: item.group.name, qualities: item.group.qualities}, allowed: item.allowed}
				: {quality: item.quality, allowed: item.allowed},
		),
		cutoff: profile.cutoff,
		upgradeAllowed: profile.upgradeAllowed,
		minFormatScore: profile.minFormatScore,
		cutoffFormatScore: profile.cutoffFormatScore,
		minUpgradeFormatScore: profile.minUpgradeFormatScore,
		formatScores: profile.formatScores.map(({customFormatId, score}) => ({customFormatId, score})),
		language: profile.language,
		isDefault: profile.isDefault,
		createdAt: profile.createdAt.toISOString(),
		updatedAt: profile.updatedAt.toISOString(),
	};
}
