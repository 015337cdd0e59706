(class name: (constant) @class)
(class name: (scope_resolution name: (constant) @class))
(module name: (constant) @module)
(module name: (scope_resolution name: (constant) @module))
(method name: (_) @method)
(singleton_method name: (_) @method)
(assignment left: (constant) @constant)

(call method: (identifier) @use)
(constant) @use
