import {html} from '../parts/html.ts';
import type {ViewProps} from '../state/route.ts';
import {Library} from './library.ts';

export const View = ({query}: ViewProps) => html`<${Library} kind="movies" heading="Movies" query=${query} />`;
