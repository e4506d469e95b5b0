/// A server that says by its status alone what is wrong.
struct PlainDialect: ServiceDialect {}
