import {textOrNull} from '#shared/presenters/fields.ts';
import type {Part} from '#shared/presenters/view.ts';
import {maskedSecret} from '#shared/secrets.ts';

/** A secret is shown as stars, or as null if there is none. */
export const secret: Part<string | null, string | null> = {schema: textOrNull, present: stored => (stored ? maskedSecret : null)};
