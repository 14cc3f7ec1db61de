import {defaultLanguageProfile, type LanguageProfile} from '#shared/domain/languages/language-profile.ts';
import type {WhatCounts} from '#shared/domain/subtitles/missing-subtitles.ts';
import {NotFound} from '#shared/errors.ts';
import type {WorkerDeps} from '../runtime/deps.ts';

/** The language profile of a title: that of its library, or the default one. */
export async function profileOf(
	libraryId: string | null,
	{libraries, languageProfiles}: Pick<WorkerDeps, 'libraries' | 'languageProfiles'>,
): Promise<LanguageProfile> {
	const library = libraryId === null ? null : await libraries.find(libraryId);
	const own = library && (await languageProfiles.find(library.languageProfileId));
	return own ?? (await defaultProfile({languageProfiles}));
}

/** Without any profile nothing is wanted. */
export async function defaultProfile({languageProfiles}: Pick<WorkerDeps, 'languageProfiles'>): Promise<LanguageProfile> {
	try {
		return await languageProfiles.getDefault();
	} catch (error) {
		if (error instanceof NotFound) {
			return {id: '', ...defaultLanguageProfile};
		}
		throw error;
	}
}

export function whatCounts({settings}: Pick<WorkerDeps, 'settings'>): WhatCounts {
	return {embedded: settings.get('subtitles.useEmbedded'), images: settings.get('subtitles.useImageTracks')};
}
