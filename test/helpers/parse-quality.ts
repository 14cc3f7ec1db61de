import type {ParsedQuality, TitleMode} from '#shared/domain/release/parsed-title.ts';
import {findMarks} from '#shared/domain/release/quality/marks.ts';
import {judgeMarks} from '#shared/domain/release/quality/parse-quality.ts';
import {splitWords} from '#shared/domain/release/quality/words.ts';

/** The quality of a name without a known media extension. */
export function parseQuality(name: string, extension: string | null, mode: TitleMode = 'tv'): ParsedQuality {
	return judgeMarks(findMarks(splitWords(name)), extension, mode);
}
