import {deliverPage} from '#api/page/page-files.ts';
import {readCommandLine} from '#shared/start/command-line.ts';

readCommandLine({
	usage: 'npm run page',
	about: 'Builds the page for browsers into dist/page, for an image. Without it, the first start builds it into DATA_DIR.',
});

console.log(`The page is in ${await deliverPage()}`);
