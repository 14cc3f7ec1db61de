import {collectors} from './collectors.ts';

const file = decodeURIComponent(new URL(import.meta.url).search.slice(1));

// biome-ignore lint/style/noDefaultExport: stands in for AVA, whose default export is `test`.
export default collectors.get(file);
