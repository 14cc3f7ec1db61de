import {hasTag, type TaggedTitle} from '../media/tags.ts';
import type {Scope} from '../scope.ts';
import type {Delay} from './facts.ts';

export const preferredProtocols = ['any', 'torrent', 'usenet'] as const;

/** How long the releases for some titles wait for better ones. */
export interface DelayProfile {
	id: string;
	/** The first profile that applies to a title is used. */
	order: number;
	/** Libraries and labels. A profile without tags is the default, which comes last. */
	tags: string[];
	preferredProtocol: (typeof preferredProtocols)[number];
	/** Whether releases of the protocol are taken at all. */
	enableTorrent: boolean;
	enableUsenet: boolean;
	torrentDelayMinutes: number;
	usenetDelayMinutes: number;
	/**
	 * What skips the delay: the best quality of the profile, or a format score. Both apply only
	 * to the preferred protocol.
	 */
	bypassIfHighestQuality: boolean;
	bypassIfAboveFormatScore: boolean;
	minimumFormatScore: number;
	scope?: Scope;
}

/** The settings until somebody changes them. */
export const firstDelayProfile: Omit<DelayProfile, 'id'> & {isDefault: boolean} = {
	order: 2_147_483_647,
	tags: [],
	preferredProtocol: 'any',
	enableTorrent: true,
	enableUsenet: true,
	torrentDelayMinutes: 0,
	usenetDelayMinutes: 0,
	bypassIfHighestQuality: true,
	bypassIfAboveFormatScore: false,
	minimumFormatScore: 0,
	isDefault: true,
};

type Chosen = Pick<DelayProfile, 'order' | 'tags'>;

/**
 * The delay profile of a title: the one with one of its tags and the lowest order, else the one without tags.
 * Null when there is none.
 */
export function chooseDelayProfile<Profile extends Chosen>(profiles: readonly Profile[], title: TaggedTitle): Profile | null {
	const ordered = profiles.toSorted((a, b) => a.order - b.order);
	const own = ordered.find(({tags}) => hasTag(tags, title));
	return own ?? ordered.find(({tags}) => tags.length === 0) ?? null;
}

export function toDelay(profile: Omit<DelayProfile, 'id' | 'order' | 'tags' | 'preferredProtocol'>): Delay {
	return {
		minutes: {torrent: profile.torrentDelayMinutes, usenet: profile.usenetDelayMinutes, stream: 0},
		disabledProtocols: [...(profile.enableTorrent ? [] : ['torrent' as const]), ...(profile.enableUsenet ? [] : ['usenet' as const])],
		bypassIfTopQuality: profile.bypassIfHighestQuality,
		bypassFromFormatScore: profile.bypassIfAboveFormatScore ? profile.minimumFormatScore : null,
	};
}
