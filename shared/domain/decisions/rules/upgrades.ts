import {dayMs} from '../../durations.ts';
import type {QualityProfile} from '../../quality/profiles.ts';
import type {ProperRepack} from '../../quality/qualities.ts';
import {type Copy, isForeignCorrection, isLaterRevision, whyNoUpgrade} from '../../quality/upgrade.ts';
import {type Candidate, toCopy} from '../candidate.ts';
import {isFailing} from '../copies.ts';
import type {Facts} from '../facts.ts';
import {type Rule, rejected, rejectedForNow} from '../rule.ts';

function whyForeignRepack(
	candidate: Candidate,
	{settings: {properRepack}}: Pick<Facts, 'settings'>,
	present: Copy,
	what: 'file' | 'download',
): string | null {
	return properRepack !== 'doNotPrefer' && candidate.parsed?.quality.repack && isForeignCorrection(present, toCopy(candidate))
		? `a repack answers to its own group's release, the ${what} is of ${present.group ?? 'an unknown group'}`
		: null;
}

/** A pack must be better than every file it would replace. */
export const isUpgrade: Rule = (candidate, {files, profile, settings}) => {
	for (const file of files) {
		const why = whyNoUpgrade(profile, file, toCopy(candidate)) ?? whyForeignRepack(candidate, {settings}, file, 'file');
		if (why) {
			return rejected(`Not an upgrade: ${why}`);
		}
	}

	return null;
};

/** Serious faults are found within days. After that, a file that people have watched need not change. */
const correctedWithinDays = 7;

const whySetting: Readonly<Record<ProperRepack, string | null>> = {
	prefer: null,
	doNotUpgrade: 'media.properRepack leaves present files to corrected releases only by hand',
	doNotPrefer: 'media.properRepack gives corrected releases no preference',
};

/** The later revision is the only reason for the release. */
function onlyCorrects(profile: QualityProfile, current: Copy, offered: Copy): boolean {
	return isLaterRevision(current, offered) && whyNoUpgrade(profile, current, {...offered, revision: current.revision}) !== null;
}

/**
 * A search asks for the correction itself. A feed also offers corrections of old files, which are not worth a download.
 */
export const properWanted: Rule = (candidate, {files, queue, profile, settings: {properRepack}, searched, now}) => {
	const offered = toCopy(candidate);
	const corrected = [...files, ...queue].filter(current => onlyCorrects(profile, current, offered));
	const why = whySetting[properRepack];
	if (corrected.length > 0 && why !== null) {
		return rejected(`Not an upgrade: ${why}`);
	}
	const ages = corrected.map(({addedAt}) => (addedAt ? Math.floor((Number(now) - Number(addedAt)) / dayMs) : 0));
	const oldest = Math.max(0, ...ages);
	return !searched && oldest > correctedWithinDays
		? rejected(`Not an upgrade: the file is ${oldest} days old, corrections are taken within ${correctedWithinDays}`)
		: null;
};

export const notQueued: Rule = (candidate, {queue, failing, profile, settings}) => {
	if (isFailing(toCopy(candidate), {failing})) {
		return rejected('Its download has just failed');
	}
	for (const queued of queue) {
		const why = whyNoUpgrade(profile, queued, toCopy(candidate)) ?? whyForeignRepack(candidate, {settings}, queued, 'download');
		if (why) {
			return rejected(`Already in the queue: ${why}`);
		}
	}

	return null;
};

/** It was removed from the queue by a person, and the feed still lists it. Failed downloads are not counted. */
export const notGrabbedLately: Rule = ({release, ...candidate}, facts) => {
	const {grabbedLately, grabbedBefore, failing, searched, waitingSince, profile} = facts;
	if (searched && waitingSince === null) {
		return null;
	}
	if (wasGrabbed(release, grabbedBefore)) {
		return rejected('Grabbed before, and taken away since');
	}
	const offered = toCopy({release, ...candidate});
	const taken = grabbedLately.filter(copy => !isFailing(copy, {failing}));
	const why = taken.map(copy => whyNoUpgrade(profile, copy, offered)).find(each => each !== null);
	return why ? rejected(`Grabbed in the last hours: ${why}`) : null;
};

function wasGrabbed({guid, infoHash}: {guid: string; infoHash: string | null}, before: Facts['grabbedBefore']): boolean {
	return before.guids.has(guid) || (infoHash !== null && before.infoHashes.has(infoHash.toLowerCase()));
}

/** The same torrent appears under other titles and from other indexers. When its file is gone, it is accepted again. */
export const notImported: Rule = ({release: {infoHash}}, {files, importedHashes}) =>
	infoHash !== null && files.length > 0 && importedHashes.has(infoHash.toLowerCase())
		? rejected('Not an upgrade: this torrent was imported already')
		: null;

/** Once its download is over, another copy may take it. */
export const notHeldByCopy: Rule = ({release: {guid, indexerId, infoHash}}, {heldByCopies}) => {
	const hash = infoHash?.toLowerCase() ?? null;
	const held = heldByCopies.find(
		each => (each.guid === guid && each.indexerId === indexerId) || (hash !== null && each.infoHash?.toLowerCase() === hash),
	);
	if (!held) {
		return null;
	}
	const library = held.library ?? 'another version';
	return held.isImported ? rejected(`It was imported for ${library}`) : rejectedForNow(`It is being downloaded for ${library}`);
};
