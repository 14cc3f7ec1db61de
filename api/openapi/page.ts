import {fileURLToPath} from 'node:url';

interface PageFile {
	type: string;
	address: string;
}

const files: Readonly<Record<string, PageFile>> = {
	'swagger-ui.css': {type: 'css', address: import.meta.resolve('swagger-ui-dist/swagger-ui.css')},
	'swagger-ui-bundle.js': {type: 'js', address: import.meta.resolve('swagger-ui-dist/swagger-ui-bundle.js')},
	'favicon-32x32.png': {type: 'png', address: import.meta.resolve('swagger-ui-dist/favicon-32x32.png')},
};

/** A swagger-ui file that the page needs; null for any other name. */
export function swaggerFile(name: string): {path: string; type: string} | null {
	const file = Object.hasOwn(files, name) ? files[name] : undefined;
	return file ? {path: fileURLToPath(file.address), type: file.type} : null;
}

/** The page contains no inline script, because the content security policy forbids it. */
export function pageOf(basePath: string): string {
	return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Kinoteka API</title>
<link rel="stylesheet" href="${basePath}/api/docs/swagger-ui.css">
<link rel="icon" href="${basePath}/api/docs/favicon-32x32.png">
</head>
<body>
<div id="reference"></div>
<script src="${basePath}/api/docs/swagger-ui-bundle.js"></script>
<script src="${basePath}/api/docs/initializer.js"></script>
</body>
</html>
`;
}

/** Turns the validator off, because it would send the document's address to a public site. */
export function initializer(basePath: string): string {
	const options = {
		url: `${basePath}/api/openapi.json`,
		dom_id: '#reference',
		validatorUrl: null,
		deepLinking: true,
		docExpansion: 'none',
		displayRequestDuration: true,
	};
	return `SwaggerUIBundle(${JSON.stringify(options)});\n`;
}
