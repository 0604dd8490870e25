"""What `scratch`, `array_at`, `borrowed` and `int32` mean in compiled code."""

from math import prod
from typing import Any

from spielkiste.core.scratch import array_at, borrowed, int32, scratch


def put_scratch_on_the_stack() -> None:
    """Scratch memory is an array on the stack of the function that asks for it, of a size known when it is compiled."""
    import numpy as np
    from numba import types
    from numba.core import cgutils
    from numba.extending import intrinsic, overload
    from numba.np.numpy_support import from_dtype

    @intrinsic(prefer_literal=True)  # type: ignore[untyped-decorator]  # Numba has no types
    def zeros_on_stack(typing: Any, shape: Any, kind: Any) -> Any:
        sides = [side.literal_value for side in (shape if isinstance(shape, types.BaseTuple) else (shape,))]
        array = types.Array(from_dtype(np.dtype(kind.literal_value)), len(sides), "C")
        size = np.dtype(kind.literal_value).itemsize

        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            def number(n: int) -> Any:
                return context.get_constant(types.intp, n)

            data = cgutils.alloca_once(builder, context.get_data_type(array.dtype), size=number(prod(sides)))
            cgutils.memset(builder, data, number(prod(sides) * size), 0)
            strides = [number(prod(sides[k + 1 :]) * size) for k in range(len(sides))]
            made = context.make_array(array)(context, builder)
            context.populate_array(
                made, data=data, shape=list(map(number, sides)), strides=strides, itemsize=number(size), meminfo=None
            )
            return made._getvalue()

        return array(shape, kind), generate

    @intrinsic(prefer_literal=True)  # type: ignore[untyped-decorator]  # Numba has no types
    def over_memory(typing: Any, address: Any, shape: Any, kind: Any) -> Any:
        item = kind.dtype if isinstance(kind, types.DType) else from_dtype(np.dtype(kind.literal_value))
        dimensions = len(shape) if isinstance(shape, types.BaseTuple) else 0
        array = types.Array(item, dimensions or 1, "C")

        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            where, shape, _ = arguments
            data = builder.inttoptr(where, context.get_data_type(item).as_pointer())
            size = context.get_constant(types.intp, context.get_abi_sizeof(context.get_data_type(item)))
            sides, strides = cgutils.unpack_tuple(builder, shape) if dimensions else [shape], [size]
            for side in reversed(sides[1:]):
                strides.insert(0, builder.mul(strides[0], side))
            made = context.make_array(array)(context, builder)
            context.populate_array(made, data=data, shape=sides, strides=strides, itemsize=size, meminfo=None)
            return made._getvalue()

        sizes = types.UniTuple(types.int64, dimensions) if dimensions else types.int64
        return array(types.int64, sizes, kind), generate

    @intrinsic  # type: ignore[untyped-decorator]  # Numba has no types
    def without_counts(typing: Any, arrays: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            (lent,) = arguments
            for k, kind in enumerate(arrays.types):
                if isinstance(kind, types.Array):
                    one = context.make_array(kind)(context, builder, value=builder.extract_value(lent, k))
                    one.meminfo = cgutils.get_null_value(one.meminfo.type)
                    lent = builder.insert_value(lent, one._getvalue(), k)
            return lent

        return arrays(arrays), generate

    @overload(borrowed, inline="always", strict=False)  # type: ignore[untyped-decorator]
    def borrowed_compiled(arrays: Any) -> Any:
        return lambda arrays: without_counts(arrays)

    @overload(array_at, inline="always", prefer_literal=True, strict=False)  # type: ignore[untyped-decorator]
    def array_at_compiled(address: Any, shape: Any, kind: Any) -> Any:
        return lambda address, shape, kind: over_memory(address, shape, kind)

    @overload(scratch, inline="always", prefer_literal=True, strict=False)  # type: ignore[untyped-decorator]
    def scratch_compiled(shape: Any, kind: Any) -> Any:
        return lambda shape, kind: zeros_on_stack(shape, kind)

    @overload(int32, strict=False)  # type: ignore[untyped-decorator]
    def int32_compiled(value: Any) -> Any:
        return lambda value: np.int32(value)
