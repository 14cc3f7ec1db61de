import {languageCodes} from './iso-639-1.ts';

/** Regional forms that viewers tell apart. */
export const regionalLanguages: readonly string[] = ['es-419', 'pt-br', 'zh-tw'];

/**
 * Languages that subtitles are offered in: ISO 639-1, and the regional forms that viewers tell apart. `zh` is Chinese
 * in simplified characters or of unknown writing.
 */
export const subtitleLanguages: readonly string[] = [...languageCodes, ...regionalLanguages];
